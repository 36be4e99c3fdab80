/**
 * Finds the tables that a statement reads or changes, from its text and the catalog of the database. Views, functions,
 * triggers and foreign keys count: a movement of stock also changes its product. A table too many only costs speed.
 */
import { type Rows, sql } from '#server/db/database.ts'
import { type Write, type WriteEvent, writesIn } from '#server/db/writing-statements.ts'

const WORD = /[a-z_][a-z0-9_]*/g
/** A statement with one of these words may answer differently although no table changed. */
const CLOCK_WORDS = [
  'clock_timestamp',
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
  'nextval',
  'now',
  'random',
  'statement_timestamp',
  'transaction_timestamp',
]
const MOST_TEXTS = 2_000

export type Read = { readonly tables: readonly string[]; readonly usesClock: boolean }

type Definition = { readonly name: string; readonly definition: string }

/** A trigger of the table `name`. It fires on some events, and of updates only on those of its columns if it names any. */
type Trigger = Definition & { readonly events: number; readonly columns: readonly string[] | null }

/** The parts of the catalog that decide which tables a statement reads or changes. */
type Catalog = {
  readonly tables: readonly string[]
  /** Views and functions. */
  readonly routines: readonly Definition[]
  readonly triggers: readonly Trigger[]
  /** The tables whose rows are deleted or updated when a row of `name` is deleted. */
  readonly followers: readonly { readonly name: string; readonly follower: string; readonly event: WriteEvent }[]
}

/** The bits of `pg_trigger.tgtype`. */
const BITS: Readonly<Record<WriteEvent, number>> = { insert: 4, delete: 8, update: 16 }

/** Reads the catalog of the product's schema. No key of it follows another key that changes. */
export async function readCatalog(rows: Rows): Promise<Catalog> {
  const tables = await rows.many<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`)
  const routines = await rows.many<Definition>(sql`
    select c.relname as name, pg_get_viewdef(c.oid) as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('v', 'm')
    union all
    select p.proname, pg_get_functiondef(p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  const triggers = await rows.many<Trigger>(sql`
    select c.relname as name, t.tgtype::int as events, pg_get_functiondef(t.tgfoid) as definition,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(t.tgattr)) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal`)
  const followers = await rows.many<Catalog['followers'][number]>(sql`
    select k.confrelid::regclass::text as name, k.conrelid::regclass::text as follower,
      case k.confdeltype when 'c' then 'delete' else 'update' end as event
    from pg_constraint k where k.contype = 'f' and k.confdeltype in ('c', 'n', 'd')`)
  return { tables: tables.map(({ name }) => name), routines, triggers, followers }
}

export class TablesInSql {
  readonly #tables: ReadonlySet<string>
  readonly #routines = new Map<string, string>()
  /** What each trigger writes. */
  readonly #triggers: readonly (Trigger & { readonly writes: readonly Write[] })[]
  readonly #followers: Catalog['followers']
  readonly #read = new Map<string, Read>()
  readonly #written = new Map<string, readonly string[]>()

  constructor({ tables, routines, triggers, followers }: Catalog) {
    this.#tables = new Set(tables)
    // several functions may have one name
    for (const { name, definition } of routines)
      this.#routines.set(name, `${this.#routines.get(name) ?? ''} ${definition.toLowerCase()}`)
    this.#triggers = triggers.map((trigger) => ({
      ...trigger,
      writes: this.#writesOf(trigger.definition.toLowerCase()),
    }))
    this.#followers = followers
  }

  /** Returns the tables that a statement reads, and whether it depends on the time. */
  readBy(text: string): Read {
    return remembered(this.#read, text, () => {
      const words = [...this.#wordsOf(text.toLowerCase())]
      return {
        tables: words.filter((word) => this.#tables.has(word)),
        usesClock: words.some((word) => CLOCK_WORDS.includes(word)),
      }
    })
  }

  /** Returns the tables that a statement changes; none if it only reads. */
  writtenBy(text: string): readonly string[] {
    return remembered(this.#written, text, () => {
      // the writes of triggers and foreign keys are appended while the list is read
      const writes = this.#writesOf(text.toLowerCase())
      const known = new Set(writes.map(nameOf))
      for (const write of writes) {
        for (const next of this.#nextTo(write)) {
          if (!known.has(nameOf(next))) writes.push(next)
          known.add(nameOf(next))
        }
      }
      return [...new Set(writes.map(({ table }) => table))]
    })
  }

  /** Returns what the triggers and foreign keys of a table write after a write of it. */
  #nextTo({ table, event, columns }: Write): Write[] {
    const fired = this.#triggers.filter(
      (trigger) =>
        trigger.name === table &&
        (trigger.events & BITS[event]) !== 0 &&
        (event !== 'update' || columns === null || (trigger.columns?.some((one) => columns.includes(one)) ?? true)),
    )
    const followers = event === 'delete' ? this.#followers.filter(({ name }) => name === table) : []
    return [
      ...fired.flatMap(({ writes }) => writes),
      ...followers.map(({ follower, event: following }) => ({ table: follower, event: following, columns: null })),
    ]
  }

  /** Returns the words of a text and of the views and functions that it names. */
  #wordsOf(text: string, found = new Set<string>()): Set<string> {
    for (const [word] of text.matchAll(WORD)) {
      if (found.has(word)) continue
      found.add(word)
      const routine = this.#routines.get(word)
      if (routine !== undefined) this.#wordsOf(routine, found)
    }
    return found
  }

  #writesOf(text: string): Write[] {
    const called = [...this.#wordsOf(text)].flatMap((word) => this.#routines.get(word) ?? [])
    return [text, ...called].flatMap(writesIn).filter(({ table }) => this.#tables.has(table))
  }
}

const nameOf = ({ table, event, columns }: Write): string => `${table} ${event} ${columns?.join() ?? '*'}`

/** Statements composed at run time (filters) must not fill the memory. */
function remembered<T>(memory: Map<string, T>, text: string, find: () => T): T {
  const known = memory.get(text)
  if (known !== undefined) return known
  if (memory.size >= MOST_TEXTS) memory.clear()
  const found = find()
  memory.set(text, found)
  return found
}
