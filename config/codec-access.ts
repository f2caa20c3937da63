const NAME = /^[A-Za-z0-9._@-]{1,60}$/;
const SHA_256 = /^[0-9a-f]{64}$/;

/** Reads `name:hash,name:hash`, with SHA-256 in lower-case hex. Throws when one is neither or a name comes twice. */
export function codecTokens(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').map((part, index) => {
    const [name = '', hash = '', ...rest] = part.trim().split(':');
    if (!NAME.test(name) || !SHA_256.test(hash) || rest.length > 0)
      throw new Error(`token no. ${index + 1} is not "name:hash" with the SHA-256 of it in hex`);
    return [name, hash] as const;
  });
  const tokens = new Map(pairs);
  if (tokens.size < pairs.length) throw new Error('two tokens have the same name');
  return tokens;
}

/** Reads `https://one,https://two`. Throws when one is more or less than an origin: browsers compare letter by letter. */
export function codecOrigins(text: string): readonly string[] {
  return text.split(',').map((part) => {
    const origin = part.trim();
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`"${origin}" is no origin, such as https://temporal.example.com`);
    return origin;
  });
}
