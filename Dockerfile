# One image for API, worker, simulator, demo shop and seed; the command says which.
FROM node:24.21.0-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# Everything, to compile and to bundle the workflows.
FROM base AS build
RUN npm install --no-save --no-audit --no-fund --ignore-scripts
COPY . .
# Told by /version: docker build --build-arg SARRAF_COMMIT=$(git rev-parse HEAD) .
ARG SARRAF_COMMIT
RUN npm run build

# What runs, and nothing else.
FROM base AS packages
RUN npm install --no-save --no-audit --no-fund --omit=dev --ignore-scripts

FROM base
# Temporal's client has its own TLS, which reads the system's certificate authorities.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /keys /data /files
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY deploy/ready.mjs deploy/
ENV NODE_ENV=production
USER node
HEALTHCHECK --interval=5s --timeout=5s --start-period=90s --retries=3 CMD ["node", "deploy/ready.mjs"]
# Every program answers what is under way when it is told to stop.
STOPSIGNAL SIGTERM
CMD ["node", "dist/api/index.js"]
