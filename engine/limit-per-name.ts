/**
 * Lets so many works of one name run at once; the others wait in the order in which they came. A run of Temporal takes
 * ten updates at a time and refuses the rest, which would come back only after a second.
 */
export function limitPerName(places: number) {
  const queues = new Map<string, Queue>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name) ?? { busy: 0, waiting: [] };
    queues.set(name, queue);
    if (queue.busy >= places) await new Promise<void>((go) => queue.waiting.push(go));
    else queue.busy += 1;
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else {
        queue.busy -= 1;
        if (queue.busy === 0) queues.delete(name);
      }
    }
  };
}

interface Queue {
  busy: number;
  readonly waiting: (() => void)[];
}
