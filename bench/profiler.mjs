/*
 * Loaded into each program of a system whose CPU is profiled (bench/profile.ts), and into each of its threads. Plain JavaScript, because
 * compiled programs are run without a loader.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

const LOOK_EVERY_MS = 100;

const directory = process.env.PROFILE_DIR;
// A thread knows its own file, and what its process was started with by the environment only.
if (isMainThread)
  process.env.PROFILED_PROGRAM =
    /(api|worker)(?=\/index\.[jt]s$)/.exec(process.argv[1] ?? '')?.[0] ?? '';
const { PROFILED_PROGRAM: program } = process.env;

if (directory !== undefined && program) {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  let isProfiling = false;
  // A thread gets no signals; a file is seen by all of them.
  const looking = setInterval(() => {
    const wanted = existsSync(join(directory, 'on'));
    if (wanted === isProfiling) return;
    isProfiling = wanted;
    if (wanted) {
      session.post('Profiler.start');
      return;
    }
    session.post('Profiler.stop', (error, result) => {
      const thread = isMainThread ? 'main' : threadId;
      if (error === null)
        writeFileSync(
          join(directory, `${program}.${thread}.cpuprofile`),
          JSON.stringify(result.profile),
        );
    });
  }, LOOK_EVERY_MS);
  looking.unref();
}
