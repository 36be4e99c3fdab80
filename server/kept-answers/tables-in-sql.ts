/**
 * Finds the tables that a statement reads or changes, from its text and the catalog of the database. Views, functions,
 * triggers and foreign keys count: a movement of stock also changes its product. A table too many only costs speed.
 */
import { type Rows, sql } from '#server/db/database.ts'
import { namesWritten } from '#server/db/writing-statements.ts'

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

/** The parts of the catalog that decide which tables a statement reads or changes. */
type Catalog = {
  readonly tables: readonly string[]
  /** Views and functions. */
  readonly routines: readonly Definition[]
  /** The trigger functions of each table; `name` is the table. */
  readonly triggers: readonly Definition[]
  /** The tables whose rows change when a row of `name` is deleted or gets another key. */
  readonly followers: readonly { readonly name: string; readonly follower: string }[]
}

/** Reads the catalog of the product's schema. */
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
  const triggers = await rows.many<Definition>(sql`
    select c.relname as name, pg_get_functiondef(t.tgfoid) as definition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal`)
  const followers = await rows.many<Catalog['followers'][number]>(sql`
    select k.confrelid::regclass::text as name, k.conrelid::regclass::text as follower from pg_constraint k
    where k.contype = 'f' and (k.confdeltype in ('c', 'n', 'd') or k.confupdtype in ('c', 'n', 'd'))`)
  return { tables: tables.map(({ name }) => name), routines, triggers, followers }
}

export class TablesInSql {
  readonly #tables: ReadonlySet<string>
  readonly #routines = new Map<string, string>()
  /** The tables that change with each table, itself included. */
  readonly #changedWith = new Map<string, readonly string[]>()
  readonly #read = new Map<string, Read>()
  readonly #written = new Map<string, readonly string[]>()

  constructor({ tables, routines, triggers, followers }: Catalog) {
    this.#tables = new Set(tables)
    // several functions may have one name
    for (const { name, definition } of routines)
      this.#routines.set(name, `${this.#routines.get(name) ?? ''} ${definition.toLowerCase()}`)
    const next = new Map<string, string[]>(tables.map((name) => [name, []]))
    for (const { name, definition } of triggers) next.get(name)?.push(...this.#writesOf(definition.toLowerCase()))
    for (const { name, follower } of followers) next.get(name)?.push(follower)
    for (const name of tables) this.#changedWith.set(name, reachedFrom(name, next))
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
      const written = this.#writesOf(text.toLowerCase())
      return [...new Set(written.flatMap((name) => this.#changedWith.get(name) ?? [name]))]
    })
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

  #writesOf(text: string): string[] {
    const called = [...this.#wordsOf(text)].flatMap((word) => this.#routines.get(word) ?? [])
    return [text, ...called].flatMap(namesWritten).filter((name) => this.#tables.has(name))
  }
}

function reachedFrom(start: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set([start])
  for (const name of reached) for (const other of next.get(name) ?? []) reached.add(other)
  return [...reached]
}

/** Statements composed at run time (filters) must not fill the memory. */
function remembered<T>(memory: Map<string, T>, text: string, find: () => T): T {
  const known = memory.get(text)
  if (known !== undefined) return known
  if (memory.size >= MOST_TEXTS) memory.clear()
  const found = find()
  memory.set(text, found)
  return found
}
