/** Runs PGlite in a thread, so that a long query does not block the server. Only pglite.ts sends it requests. */
import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { messages as message, PGlite, protocol } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Wire } from '#server/db/values.ts'

/** The start data of the thread. */
export type WorkerStart = {
  /** Null for a database in memory. */
  readonly folder: string | null
  /** A dump to fill the database with, or null. */
  readonly load: ArrayBuffer | null
  /** The compiled engine, or null to compile it. */
  readonly engine: WebAssembly.Module | null
}

/** One request. Requests are answered in order. `name` is '' for a statement that is not prepared. */
export type Request =
  | { readonly id: number; readonly do: 'query'; readonly name: string; readonly text: string; readonly values: Wire[] }
  | { readonly id: number; readonly do: 'script'; readonly text: string }
  | { readonly id: number; readonly do: 'dump' | 'fsyncs' | 'close' }

/** The rows of an answer as one flat list of cells, because copying many small objects between threads is slow. */
export type Table = {
  readonly columns: readonly string[]
  readonly types: readonly number[]
  /** The tables in which the columns are stored; 0 for a column that the statement computes. */
  readonly tables: readonly number[]
  readonly cells: readonly Wire[]
  readonly rows: number
  readonly tag: string
}

/** The error of a refused statement, with the fields that callers use. */
export type Refusal = { readonly message: string; readonly fields: Record<string, string | undefined> }

export type Reply =
  | { readonly id: number; readonly table: Table }
  | { readonly id: number; readonly dump: ArrayBuffer }
  | { readonly id: number; readonly count: number }
  | { readonly id: number; readonly refusal: Refusal }
  | { readonly ready: true }
  | { readonly notification: string }

const { serialize } = protocol
const port = parentPort ?? raise('pglite-worker.ts runs as a worker thread only')
const { folder, load, engine: compiled } = workerData as WorkerStart

let fsyncs = 0

type Stream = { nfd: number }
type Emscripten = {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; tryFSOperation<T>(work: () => T): T }
}

/**
 * Adds fsync, which PGlite's file system for Node omits. Without it, a power failure would lose acknowledged commits.
 */
class DurableFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(...args)
    prepared.emscriptenOpts.preRun?.push((module) => {
      const { NODEFS } = module as unknown as Emscripten
      NODEFS.stream_ops.fsync = (stream) => {
        NODEFS.tryFSOperation(() => fsyncSync(stream.nfd))
        fsyncs += 1
        return 0
      }
    })
    return prepared
  }
}

// "-F" is PostgreSQL's option for no fsync. Of the sync methods only plain fsync reaches the function above.
const DURABLE = [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

/**
 * The files of a database in memory need no cache of 128 MB beside them, which PostgreSQL would fill with zeros at its start. They take half of the
 * time of a start. `wal_init_zero` writes zeros into each new file of the log, so that a disk keeps room for it.
 */
const IN_MEMORY = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB', '-c', 'wal_init_zero=off']

/** A dump that PGlite reads as it is. A plain blob would copy its bytes twice. */
class Dump extends Blob {
  readonly #bytes: ArrayBuffer
  constructor(bytes: ArrayBuffer) {
    super([], { type: 'application/x-tar' })
    this.#bytes = bytes
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes)
  }
}

const engine = await PGlite.create({
  extensions: { pg_trgm, unaccent },
  ...(folder === null ? { startParams: IN_MEMORY } : { fs: new DurableFiles(folder), startParams: DURABLE }),
  ...(load === null ? {} : { loadDataDir: new Dump(load) }),
  ...(compiled === null ? {} : { pgliteWasmModule: compiled }),
})
await engine.exec(`set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; listen kerino`)
engine.onNotification((_channel, payload) => port.postMessage({ notification: payload } satisfies Reply))

type Shape = Pick<Table, 'columns' | 'types' | 'tables'>
const prepared = new Map<string, Shape>()
const NO_COLUMNS: Shape = { columns: [], types: [], tables: [] }

/** Runs wire messages. An error that is not caused by the statement ends the thread. */
async function exchange(bytes: Uint8Array): Promise<message.BackendMessage[]> {
  const { messages } = await engine.execProtocol(bytes, { syncToFs: false, throwOnError: false })
  for (const one of messages) {
    if (one instanceof message.DatabaseError && (one.severity === 'FATAL' || one.severity === 'PANIC')) throw one
  }
  if (messages.at(-1)?.name !== 'readyForQuery') throw new Error('The engine stopped in the middle of a statement')
  return messages
}

function readTable(messages: message.BackendMessage[], known: Shape): Table & { shape: Shape } {
  let shape = known
  let tag = ''
  let rows = 0
  const cells: Wire[] = []
  for (const one of messages) {
    if (one instanceof message.DataRowMessage) {
      rows += 1
      for (const cell of one.fields) cells.push(cell)
    } else if (one instanceof message.RowDescriptionMessage) {
      shape = {
        columns: one.fields.map(({ name }) => name),
        types: one.fields.map(({ dataTypeID }) => dataTypeID),
        tables: one.fields.map(({ tableID }) => tableID),
      }
    } else if (one instanceof message.CommandCompleteMessage) tag = one.text
  }
  return { ...shape, cells, rows, tag, shape }
}

function refusalIn(messages: message.BackendMessage[]): Refusal | null {
  const error = messages.find((one) => one instanceof message.DatabaseError)
  if (!error) return null
  const { code, constraint, table, column, detail, hint, position, severity, where } = error
  return {
    message: error.message,
    fields: { code, constraint, table, column, detail, hint, position, severity, where },
  }
}

async function query(name: string, text: string, values: Wire[]): Promise<Table | Refusal> {
  const known = name === '' ? undefined : prepared.get(name)
  const prepare = known ? [] : [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]
  const messages = await exchange(
    Buffer.concat([...prepare, serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]),
  )
  const { shape, ...table } = readTable(messages, known ?? NO_COLUMNS)
  if (!known && name !== '' && messages.some((one) => one.name === 'parseComplete')) prepared.set(name, shape)
  return refusalIn(messages) ?? table
}

async function script(text: string): Promise<Table | Refusal> {
  const messages = await exchange(serialize.query(text))
  return refusalIn(messages) ?? { ...NO_COLUMNS, cells: [], rows: 0, tag: '' }
}

async function answer(request: Request): Promise<void> {
  const { id } = request
  if (request.do === 'query' || request.do === 'script') {
    const result =
      request.do === 'query' ? await query(request.name, request.text, request.values) : await script(request.text)
    port.postMessage(('message' in result ? { id, refusal: result } : { id, table: result }) satisfies Reply)
  } else if (request.do === 'dump') {
    const dump = await (await engine.dumpDataDir('none')).arrayBuffer()
    port.postMessage({ id, dump } satisfies Reply, [dump])
  } else if (request.do === 'fsyncs') {
    port.postMessage({ id, count: fsyncs } satisfies Reply)
  } else {
    await engine.close()
    port.postMessage({ id, count: fsyncs } satisfies Reply)
    port.close()
  }
}

function raise(message: string): never {
  throw new Error(message)
}

let queue = Promise.resolve()
port.on('message', (request: Request) => {
  // A rejection is not handled on purpose: it ends the thread, and pglite.ts then fails all waiting calls.
  queue = queue.then(() => answer(request))
})
port.postMessage({ ready: true } satisfies Reply)
