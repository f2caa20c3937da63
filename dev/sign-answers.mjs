// Loaded before a program of the system: each of its HTTP answers says by which start it runs, so that what asks whether it is ready does not
// take the answer of another program on its port for its own. Plain JavaScript, for it comes before any loader.
import { subscribe } from 'node:diagnostics_channel';

const { START_SIGN } = process.env;
if (START_SIGN !== undefined)
  subscribe('http.server.request.start', ({ response }) => {
    response.setHeader('X-Start-Sign', START_SIGN);
  });
