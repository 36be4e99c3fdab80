/** A proxy that delays the answers of a PostgreSQL server, as a database on another machine does, and counts what is sent. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export type SlowConnection = {
  readonly url: string
  /** Returns how many statements were sent until now, and how often a client waited for the answers to what it had sent. */
  sent(): { statements: number; roundTrips: number }
  close(): Promise<void>
}

/** The first bytes of the messages that execute a statement, and of the one that ends the answer to it. */
const EXECUTE = [0x45, 0x51]
const READY = 0x5a

/** Returns a function that takes parts of one direction of a connection, and returns the kinds of the messages that they complete. */
function messageReader(hasStart: boolean): (chunk: Buffer) => number[] {
  let rest: Buffer = Buffer.alloc(0)
  let started = !hasStart
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const kinds: number[] = []
    for (;;) {
      // the first message of a client has no kind
      const head = started ? 1 : 0
      if (rest.length < head + 4) return kinds
      const length = head + rest.readInt32BE(head)
      if (rest.length < length) return kinds
      if (started) kinds.push(rest[0] as number)
      started = true
      rest = rest.subarray(length)
    }
  }
}

/** Returns an address that forwards to the server at `url`, and delays its answers by `milliseconds`. */
export async function openSlowConnection(url: string, milliseconds: number): Promise<SlowConnection> {
  const target = new URL(url)
  const [host, port] = [target.hostname, Number(target.port || 5432)]
  let statements = 0
  let roundTrips = 0
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host, port, noDelay: true })
    const [asked, answered] = [messageReader(true), messageReader(false)]
    let open = 0
    near.pipe(far)
    near.on('data', (chunk: Buffer) => {
      const executed = asked(chunk).filter((kind) => EXECUTE.includes(kind)).length
      if (open === 0 && executed > 0) roundTrips += 1
      open += executed
      statements += executed
    })
    far.on('data', (chunk: Buffer) =>
      setTimeout(() => {
        near.write(chunk)
        for (const kind of answered(chunk)) if (kind === READY) open = Math.max(0, open - 1)
      }, milliseconds),
    )
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => setTimeout(() => other.destroy(), milliseconds))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  target.hostname = '127.0.0.1'
  target.port = String((server.address() as AddressInfo).port)
  return {
    url: target.href,
    sent: () => ({ statements, roundTrips }),
    async close() {
      server.close()
    },
  }
}
