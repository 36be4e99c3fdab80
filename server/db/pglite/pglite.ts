/** The embedded engine: PGlite in a thread, with one connection. Transactions run one after the other. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Closable, ClosedForWriting, type Database, sql } from '#server/db/database.ts'
import { CannotStart, DatabaseStopped, isStalePlan, translate } from '#server/db/errors.ts'
import { keepTidy } from '#server/db/pglite/pglite-housekeeping.ts'
import type { Refusal, Reply, Request, Table, WorkerStart } from '#server/db/pglite/pglite-worker.ts'
import { type Answer, type Execute, refuseInside, rowsOver, transact } from '#server/db/session.ts'
import { StatementNames } from '#server/db/statement-names.ts'
import { syncFolder } from '#server/db/pglite/sync-folder.ts'
import { readerOf, toWire } from '#server/db/values.ts'

/** The embedded database, with functions that only tests and copies need. */
export interface PgliteDatabase extends Database {
  /** Returns the whole database as a tar archive; `openPglite('memory', { load })` reads it. */
  dump(): Promise<ArrayBuffer>
  /** Returns how many times data was forced to the disk since the start. */
  fsyncs(): Promise<number>
}

export type PgliteOptions = {
  /** A dump to start from; only for a database in memory. */
  readonly load?: ArrayBuffer
  /** The compiled engine, from `compileEngine`. A process that opens many databases compiles it only once. */
  readonly engine?: WebAssembly.Module
  /** Called once if the engine stops without a call of `close`. */
  readonly stopped?: (error: DatabaseStopped) => void
}

/**
 * Opens the database in a folder, or a new one in memory for 'memory'. Creates the folder if it is missing. The
 * caller must hold the lock of the folder. Throws CannotStart if the database cannot be opened.
 */
export async function openPglite(folder: string, options: PgliteOptions = {}): Promise<PgliteDatabase> {
  if (folder === 'memory') {
    // the thread gets a copy, because the caller may open further databases from the same dump
    return start({ folder: null, load: options.load?.slice(0) ?? null, engine: options.engine ?? null }, options)
  }
  const path = resolve(folder)
  try {
    if (!existsSync(path)) await create(path)
    return await start({ folder: path, load: null, engine: options.engine ?? null }, options)
  } catch (error) {
    throw new CannotStart(`The embedded database in ${path} cannot be opened: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/**
 * Compiles the engine for the tests, which call `openPglite` many times. The calls also share the code that is optimised while it
 * runs.
 */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const library = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(library), 'pglite.wasm')))
}

/**
 * Creates a database. It gets its name only when it is complete and on the disk. So a killed process leaves no broken
 * database.
 */
async function create(path: string): Promise<void> {
  const draft = `${path}.new`
  rmSync(draft, { recursive: true, force: true })
  const database = await start({ folder: draft, load: null, engine: null }, {})
  await database.close()
  syncFolder(draft)
  renameSync(draft, path)
  syncFolder(dirname(path), { deep: false })
}

type Ask = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never
type Pending = { readonly resolve: (reply: Reply) => void; readonly reject: (error: Error) => void }

/**
 * Starts the engine in its thread and returns the database. In one piece, because every function of the database
 * shares the thread and the turn on its one connection.
 */
async function start(begin: WorkerStart, options: PgliteOptions): Promise<PgliteDatabase> {
  const thread = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: begin,
    // The thread does not inherit the options of the process, because threads refuse some of them.
    execArgv: [],
    transferList: begin.load ? [begin.load] : [],
  })
  const pending = new Map<number, Pending>()
  const listeners = new Set<(payload: string) => void>()
  const names = new StatementNames()
  const ready = Promise.withResolvers<void>()
  let lastId = 0
  let closing: Promise<void> | null = null
  let stopped: DatabaseStopped | null = null

  thread.on('message', (reply: Reply) => {
    if ('notification' in reply) for (const receive of listeners) receive(reply.notification)
    else if ('ready' in reply) ready.resolve()
    else {
      pending.get(reply.id)?.resolve(reply)
      pending.delete(reply.id)
    }
  })
  const stop = (reason: string, cause?: unknown): void => {
    if (stopped) return
    stopped = new DatabaseStopped(closing ? 'The database is closed' : `The embedded database stopped: ${reason}`, {
      cause,
    })
    ready.reject(stopped)
    for (const { reject } of pending.values()) reject(stopped)
    pending.clear()
    if (!closing) options.stopped?.(stopped)
  }
  thread.on('error', (error) => stop(error instanceof Error ? error.message : String(error), error))
  thread.on('exit', (code) => stop(`its thread ended with code ${code}`))

  function ask(request: Ask): Promise<Reply> {
    if (stopped) return Promise.reject(stopped)
    const id = ++lastId
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    pending.set(id, { resolve, reject })
    thread.postMessage({ id, ...request })
    return promise
  }

  // The thread answers in order, so the caller that may send owns the one connection.
  let taken = false
  /** What is closed. There is only this process, so its memory is enough. */
  const closed = new Set<Closable>()
  const waiting: (() => void)[] = []
  const take = async (): Promise<void> => {
    if (taken) await new Promise<void>((go) => waiting.push(go))
    taken = true
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else taken = false
  }
  /** Sends when no transaction is open. It does not wait for the answer, so statements queue up in the thread. */
  async function between(request: () => Promise<Answer>): Promise<Answer> {
    if (!taken) return request()
    await take()
    try {
      return await request()
    } finally {
      leave()
    }
  }

  const send = async (text: string, values: readonly unknown[]): Promise<Answer> =>
    readReply(await ask({ do: 'query', name: names.nameOf(text), text, values: toWire(values) }))

  const execute: Execute = async (text, values) => {
    try {
      return await send(text, values)
    } catch (error) {
      if (isStalePlan(error)) names.forget()
      throw translate(error)
    }
  }
  const single: Execute = (text, values) => {
    refuseInside(database)
    return between(() => execute(text, values))
  }

  const database: PgliteDatabase = {
    engine: 'pglite',
    connections: 1,
    ...rowsOver(single),
    async transaction(mode, work, { whenOpen = false } = {}) {
      refuseInside(database)
      const demandOpen = (): void => {
        if (whenOpen && closed.has('writing')) throw new ClosedForWriting()
      }
      demandOpen()
      await take()
      try {
        demandOpen()
        return await transact(database, execute, () => {}, mode, work)
      } finally {
        leave()
      }
    },
    async closing(work) {
      refuseInside(database)
      try {
        return await work({
          async close(what) {
            closed.add(what)
            await take()
            leave()
          },
          transaction: (mode, work) => database.transaction(mode, work),
        })
      } finally {
        closed.clear()
      }
    },
    isOpen: (what) => (closed.has(what) ? sql`false` : sql`true`),
    async script(text) {
      refuseInside(database)
      await between(async () => readReply(await ask({ do: 'script', text }))).catch((error) => {
        throw translate(error)
      })
      names.forget()
    },
    async notify(payload) {
      await single(`select pg_notify('kerino', $1)`, [payload])
    },
    async listen(receive) {
      const own = (payload: string): void => receive(payload)
      listeners.add(own)
      return async () => {
        listeners.delete(own)
      }
    },
    async ping() {
      await single('select 1', [])
    },
    async dump() {
      await take()
      try {
        const reply = await ask({ do: 'dump' })
        if (!('dump' in reply)) throw new Error('The thread sent no dump')
        return reply.dump
      } finally {
        leave()
      }
    },
    async fsyncs() {
      const reply = await ask({ do: 'fsyncs' })
      return 'count' in reply ? reply.count : 0
    },
    close() {
      closing ??= (async () => {
        stopTidying()
        if (stopped) return
        await take()
        try {
          const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()))
          await ask({ do: 'close' })
          await ended
        } finally {
          // callers that still wait get the error that the database is closed
          leave()
        }
      })()
      return closing
    },
  }
  await ready.promise
  const stopTidying = begin.folder === null ? () => {} : keepTidy(database)
  return database
}

function readReply(reply: Reply): Answer {
  if ('refusal' in reply) throw asError(reply.refusal)
  if (!('table' in reply)) throw new Error('The thread sent no rows')
  return readTable(reply.table)
}

function asError({ message, fields }: Refusal): Error {
  return Object.assign(new Error(message), fields)
}

function readTable({ columns, types, tables, cells, rows, tag }: Table): Answer {
  const readers = types.map(readerOf)
  const result: object[] = new Array(rows)
  let at = 0
  for (let row = 0; row < rows; row++) {
    const record: Record<string, unknown> = {}
    for (let column = 0; column < columns.length; column++) {
      const cell = cells[at++] ?? null
      record[columns[column] as string] = cell === null ? null : readers[column]?.(cell)
    }
    result[row] = record
  }
  // The tag is "INSERT 0 3", "UPDATE 3" or "SELECT 3"; other commands end in a word.
  return {
    rows: result,
    count: Number(/\d+$/.exec(tag)?.[0] ?? 0),
    command: tag.split(' ', 1)[0] ?? '',
    columns: () => columns.map((name, place) => ({ name, type: types[place] ?? 0, table: tables[place] ?? 0 })),
  }
}
