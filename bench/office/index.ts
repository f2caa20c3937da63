import type { BenchEnvironment } from '../environment.ts';
import { measureGrowth } from './growth.ts';
import { measureTasks } from './tasks.ts';
import { measureWeight } from './weight.ts';

/** How long people need for their tasks, what pages weigh, and how lists answer where there are many payments (docs/performance.md). */
export async function measureOffice(environment: BenchEnvironment): Promise<void> {
  const parts = process.env['BENCH_OFFICE'] ?? 'weight,tasks,growth';
  if (parts.includes('weight')) await measureWeight(environment);
  if (parts.includes('tasks')) await measureTasks(environment);
  if (parts.includes('growth')) await measureGrowth(environment);
}
