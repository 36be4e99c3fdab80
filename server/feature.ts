/**
 * Describes what a feature adds to the server. Each feature has a manifest in `server/feature.ts`, and
 * `app/server/features.ts` lists the manifests. The frame reads everything about a feature from its manifest.
 */
import type { Right } from '#kernel/rights.ts'
import type { CalendarKind } from '#server/calendar/kinds.ts'
import type { Download, Picture, Upload } from '#server/bytes.ts'
import type { Command, Lookup, Paper, Query } from '#server/command.ts'
import type { DeclaredColumn, DeclaredFunction } from '#server/db/declared-functions.ts'
import type { Derived } from '#server/derived/derived.ts'
import type { DataTable } from '#server/data-api/table.ts'
import type { DeclaredEntity, SearchedKind } from '#server/entities.ts'
import type { Outside } from '#server/integrations/ports.ts'
import type { JobWork } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { DeclaredList } from '#server/lists/declared-list.ts'
import type { Retention } from '#server/jobs/retention.ts'
import type { AddedFigures, Following, Mergeable, MergeRule, Reference } from '#server/merging/merging.ts'
import type { Restoring, SilentRestore } from '#server/restoring/restoring.ts'
import type { Runner } from '#server/runner.ts'
import type { Schedule } from '#server/jobs/schedules.ts'
import type { FactKind, MessageKind } from '#server/notices/notices.ts'
import type { DeclaredForm } from '#server/settings.ts'
import type { Announce, Change, Touched } from '#server/work.ts'

/** The parts that the jobs of a feature use. */
export type JobParts = {
  readonly runner: Runner
  /** Returns the outside services as they are configured now. */
  readonly outside: () => Outside
  /** The address that people enter, for links in mails. It never comes from a request, whose headers the caller writes. */
  readonly publicUrl: string
  readonly log?: Log | undefined
}

/** An event for other programs. Its text is `event.<name>` of the texts of webhooks. */
export type DeclaredEvent = {
  /** `<record>.<what happened>`. Receivers depend on it, so it never changes. */
  readonly name: string
  /** The kind of record that a command records or moves. */
  readonly entity: string
  /** Returns what the receiver is told, or null if this change is another event. It names records and holds no data of people. */
  readonly of: (change: Change | Touched) => object | null
}

export type Feature = {
  /** The area of the feature's texts and rights: the name of its folder, unless programs know an older one (kernel/text/areas.ts). */
  readonly name: string
  /** The rights that the feature declares in `domain/rights.ts`. */
  readonly rights: Readonly<Record<string, Right>>
  /** The tables that only this feature writes. */
  readonly owns: readonly string[]
  /** The functions of the database whose text follows from the feature's rules. */
  readonly functions: readonly DeclaredFunction[]
  /** The computed columns of the database that follow from them. */
  readonly columns: readonly DeclaredColumn[]
  /** What triggers derive or tell, made from declarations. */
  readonly derived: readonly Derived[]
  /** The kinds of records that the feature owns. */
  readonly entities: readonly DeclaredEntity[]
  /** The kinds of records that the search over everything finds. */
  readonly searched: readonly SearchedKind[]
  /**
   * Kinds of records that the answers of the feature are read from although the person may not read the records. A person with the
   * right to these answers is notified that a record of the kind changed, but not which one.
   */
  readonly notifiedOf: Readonly<Record<string, Right>>
  /**
   * Places where people see who else has the same record open, by the right to see and be seen. The pages name them in
   * `useHere` and `useOthers`.
   */
  readonly presence: Readonly<Record<string, Right>>
  readonly commands: readonly Command[]
  readonly queries: readonly Query[]
  /** What happens to the records of the feature that other programs can be told of (webhooks). */
  readonly events: readonly DeclaredEvent[]
  /** What the feature writes in the transaction of every command, from the records that the command touched. */
  readonly announces: readonly Announce[]
  /** Queries that are also available as PDF. */
  readonly papers: readonly Paper[]
  /** Commands that call an outside service while a person waits. */
  readonly lookups: readonly Lookup[]
  readonly uploads: readonly Upload[]
  readonly downloads: readonly Download[]
  readonly pictures: readonly Picture[]
  /** The tables of the data API. */
  readonly tables: readonly DataTable[]
  readonly schedules: readonly Schedule[]
  /** The lists of which people save views. */
  readonly lists: readonly DeclaredList[]
  /** Forms of the settings page. Each gives a command, a query and a row of the data API. */
  readonly settings: readonly DeclaredForm[]
  /** Facts that wait until somebody solves them, for the bell. */
  readonly facts: readonly FactKind[]
  /** The kinds of messages that the feature sends to single persons. */
  readonly messages: readonly MessageKind[]
  /** The kinds of records that the calendar shows on their day. */
  readonly calendar: readonly CalendarKind[]
  /** Records that the nightly job deletes when they are old. */
  readonly retentions: readonly Retention[]
  /** The kinds of records of the feature of which two can be merged. */
  readonly mergeable: readonly Mergeable[]
  /** The columns of the feature's tables that refer to records of which two can be merged. */
  readonly references: readonly Reference[]
  /** Records of the feature that a merge moves with others, for the preview. */
  readonly followings: readonly Following[]
  /** Figures that the feature adds to the preview of a merge. */
  readonly mergeFigures: readonly AddedFigures[]
  /** What the feature forbids when two records are merged. */
  readonly mergeRules: readonly MergeRule[]
  /** What the feature does when a restore replaces the records of all features. */
  readonly restoring: readonly Restoring[]
  /** What the feature does at the end of every restore, also of one kind of records, so that what came back is announced to nobody. */
  readonly afterRestore: readonly SilentRestore[]
  /** Returns how each kind of job of the feature runs, by the name of the kind. */
  readonly jobs: (parts: JobParts) => Readonly<Record<string, JobWork>>
}

type Manifest = { readonly name: string } & Partial<Feature>

const NOTHING = {
  rights: {},
  owns: [],
  functions: [],
  columns: [],
  derived: [],
  entities: [],
  searched: [],
  notifiedOf: {},
  presence: {},
  commands: [],
  queries: [],
  events: [],
  announces: [],
  papers: [],
  lookups: [],
  uploads: [],
  downloads: [],
  pictures: [],
  tables: [],
  schedules: [],
  lists: [],
  settings: [],
  facts: [],
  messages: [],
  calendar: [],
  retentions: [],
  mergeable: [],
  references: [],
  followings: [],
  mergeFigures: [],
  mergeRules: [],
  restoring: [],
  afterRestore: [],
  jobs: () => ({}),
} as const

/** Defines the manifest of a feature; omitted parts are empty. */
export const feature = (manifest: Manifest): Feature => ({ ...NOTHING, ...manifest })
