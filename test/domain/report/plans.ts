import { defaultColumns } from '../../../domain/report/columns.ts';
import type { SchedulePlan } from '../../../domain/report/schedule.ts';

/** Each day at eleven in the evening in Kuwait. */
export const PLAN: SchedulePlan = {
  interval: 'daily',
  startsOn: '2026-03-01',
  cutOff: '23:00',
  timeZone: 'Asia/Kuwait',
  filter: {},
  layout: { format: 'csv', language: 'en', bom: false, columns: defaultColumns(false) },
  emails: [],
};
/** That of 10 March. */
export const CUT_OFF = Date.UTC(2026, 2, 10, 20);
