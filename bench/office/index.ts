import type { BenchEnvironment } from '../environment.ts';
import { measureGrowth } from './growth.ts';
import { measureTasks } from './tasks.ts';

/** How long people need for their tasks, and how lists answer where there are many payments (docs/performance.md). */
export async function measureOffice(environment: BenchEnvironment): Promise<void> {
  const parts = process.env['BENCH_OFFICE'] ?? 'tasks,growth';
  if (parts.includes('tasks')) await measureTasks(environment);
  if (parts.includes('growth')) await measureGrowth(environment);
}
