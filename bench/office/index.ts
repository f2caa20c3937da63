import type { BenchEnvironment } from '../environment.ts';
import { measureGrowth } from './growth.ts';

/** How long people need for their tasks, and how lists answer where there are many payments (contract/office). */
export async function measureOffice(environment: BenchEnvironment): Promise<void> {
  await measureGrowth(environment);
}
