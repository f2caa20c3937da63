import { cancellationSignal, heartbeat, log } from '@temporalio/activity';
import type { Report, ReportRef, ReportStatus } from '../domain/report/report.ts';
import type { ReportSchedule } from '../domain/report/schedule.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import { notThere } from './failures.ts';
import { keyOfTry, removeTries, writeReportFile } from './report-file.ts';
import { round, type Found } from './round.ts';

/** Starts the run of a report that has none; worker/deps.ts gives it. True when none was open. */
export type StartReport = (ref: ReportRef) => Promise<boolean>;

/** Starts a look at a schedule of reports; worker/deps.ts gives it. Safe to repeat. */
export type StartReportLook = (schedule: ReportSchedule) => Promise<void>;

type Stores = Pick<Store, 'reports' | 'reportSource' | 'reportSchedules'>;

interface Ports {
  readonly files: Files;
  readonly startReport: StartReport;
  readonly startReportLook: StartReportLook;
  /** Tells whom the report names, once however often it is asked. */
  readonly tellOfReport: (report: Report) => Promise<void>;
}

/** How often the document says how far a report has come. Milliseconds. */
const TELL_EVERY_MS = 1000;
/** What is younger than this is still in the hands of the request that asked for it. */
const GRACE_MS = 60_000;
/** So many in one round of the sweep; the next one is a minute away. */
const AT_ONCE = 100;

export function reportActivities(
  { reports, reportSource, reportSchedules }: Stores,
  { files, startReport, startReportLook, tellOfReport }: Ports,
) {
  return {
    /**
     * Writes the file and ends the report. A try begins the file anew, under a name of its own, and takes away what the
     * tries before it have left; one that another has overtaken gives up, and its file with it.
     */
    async writeReport(ref: ReportRef): Promise<ReportStatus> {
      const report = await reports.begin(ref);
      if (!report) return overAlready(ref);
      const { tries } = report;
      await removeTries(files, report, tries - 1);
      let toldAt = 0;
      const written = await writeReportFile(
        { source: reportSource, files },
        report,
        async (rows) => {
          cancellationSignal().throwIfAborted();
          heartbeat({ rows });
          if (Date.now() - toldAt < TELL_EVERY_MS) return;
          toldAt = Date.now();
          if (!(await reports.advance(ref, { tries, rows }))) throw overtaken(ref);
        },
      );
      if (await reports.finish(ref, { ...written, tries, at: Date.now() })) return overAlready(ref);
      await files.remove(keyOfTry(report, tries));
      throw overtaken(ref);
    },

    /** After the last try, or when an operator has canceled the run. */
    async failReport(ref: ReportRef): Promise<ReportStatus> {
      await reports.fail(ref, Date.now());
      const report = await reports.find(ref);
      if (report?.status === 'failed') await removeTries(files, report, report.tries);
      log.warn('a report could not be made', { ...ref });
      return statusOf(ref);
    },

    /** Opens the runs of reports that have none, has schedules looked at that nobody has looked at, and removes the files of those whose time is over. Safe to repeat. */
    async sweepReports(): Promise<{ readonly dealtWith: number }> {
      const now = Date.now();
      const wanted = await reports.wantedUntil(now - GRACE_MS, AT_ONCE);
      const overdue = await reports.overdue(now, AT_ONCE);
      const unseen = await reportSchedules.unseen(now - GRACE_MS, AT_ONCE);
      const found = [
        ...wanted.map((report): Found => ({
          name: `report ${report.id}`,
          at: report.createdAt,
          deal: () => startReport(report),
        })),
        ...unseen.map((schedule): Found => ({
          name: `schedule ${schedule.id}`,
          at: schedule.createdAt,
          deal: async () => {
            await startReportLook(schedule);
            return true;
          },
        })),
        ...overdue.map((report): Found => ({
          name: `file of report ${report.id}`,
          at: report.createdAt,
          deal: async () => {
            // First the files: what is marked is never looked at again.
            await removeTries(files, report, report.tries);
            await reports.expire(report);
            return true;
          },
        })),
      ];
      // There is no mark to move: what was not dealt with is found again.
      return { dealtWith: await round(found, now, async () => {}) };
    },
  };

  /** Whoever finished it may have died before telling anybody. */
  async function overAlready(ref: ReportRef): Promise<ReportStatus> {
    const report = await reports.find(ref);
    if (report?.status === 'finished') await tellOfReport(report);
    return statusOf(ref);
  }

  async function statusOf(ref: ReportRef): Promise<ReportStatus> {
    const found = await reports.find(ref);
    if (!found) throw notThere(`report ${ref.id}`);
    return found.status;
  }
}

function overtaken({ id }: ReportRef): Error {
  return new Error(`Another try writes report ${id}, or it is over.`);
}
