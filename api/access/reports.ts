import type { Route } from './route.ts';

const SERVER = ['private-key', 'user'] as const;
const VIEW = ['report.can_view_report'] as const;

/** What reports are made by themselves, and to whom they go. */
const CHANGE = ['report.can_change_report'] as const;

const REPORTS = '/b/api/v1/reports';
const SCHEDULES = `${REPORTS}/schedules`;
const SCHEDULE = `${SCHEDULES}/:id`;

/** The rows of reports: who may ask for them, and who may have their files. */
export const REPORT_ROUTES = {
  'reports.files': { method: 'GET', path: `${REPORTS}/files`, schemes: SERVER, anyOf: VIEW },
  'reports.download': {
    method: 'GET',
    path: `${REPORTS}/files/:token/download`,
    schemes: SERVER,
    anyOf: VIEW,
  },
  'reports.export': {
    method: 'POST',
    path: `${REPORTS}/exports`,
    schemes: SERVER,
    anyOf: VIEW,
    body: true,
  },
  'reports.read': {
    method: 'GET',
    path: `${REPORTS}/exports/:encrypted_id`,
    schemes: SERVER,
    anyOf: VIEW,
  },
  'reports.schedules': {
    method: 'GET',
    path: SCHEDULES,
    schemes: SERVER,
    anyOf: VIEW,
  },
  'reports.schedule': {
    method: 'POST',
    path: SCHEDULES,
    schemes: SERVER,
    anyOf: CHANGE,
    body: true,
  },
  'reports.schedule-read': { method: 'GET', path: SCHEDULE, schemes: SERVER, anyOf: VIEW },
  'reports.schedule-change': {
    method: 'PATCH',
    path: SCHEDULE,
    schemes: SERVER,
    anyOf: CHANGE,
    body: true,
  },
  'reports.schedule-delete': { method: 'DELETE', path: SCHEDULE, schemes: SERVER, anyOf: CHANGE },
  'reports.schedule-pause': {
    method: 'POST',
    path: `${SCHEDULE}/pause`,
    schemes: SERVER,
    anyOf: CHANGE,
  },
  'reports.schedule-resume': {
    method: 'POST',
    path: `${SCHEDULE}/resume`,
    schemes: SERVER,
    anyOf: CHANGE,
  },
  'reports.columns': { method: 'GET', path: `${REPORTS}/columns`, schemes: SERVER, anyOf: VIEW },
} as const satisfies Readonly<Record<string, Route>>;
