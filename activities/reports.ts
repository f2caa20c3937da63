import { cancellationSignal, heartbeat, log } from '@temporalio/activity';
import type { Report, ReportRef, ReportStatus } from '../domain/report/report.ts';
import type { Store } from '../store/index.ts';
import type { Files } from '../transports/files.ts';
import { notThere } from './failures.ts';
import { keyOfTry, removeTries, writeReportFile } from './report-file.ts';

type Stores = Pick<Store, 'reports' | 'reportSource'>;

interface Ports {
  readonly files: Files;
  /** Tells whom the report names, once however often it is asked. */
  readonly tellOfReport: (report: Report) => Promise<void>;
}

/** How often the document says how far a report has come. Milliseconds. */
const TELL_EVERY_MS = 1000;

export function reportActivities(
  { reports, reportSource }: Stores,
  { files, tellOfReport }: Ports,
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
