import type { Route } from './route.ts';

const SERVER = ['private-key', 'user'] as const;
const VIEW = ['report.can_view_report'] as const;

const REPORTS = '/b/api/v1/reports';

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
  'reports.columns': { method: 'GET', path: `${REPORTS}/columns`, schemes: SERVER, anyOf: VIEW },
} as const satisfies Readonly<Record<string, Route>>;
