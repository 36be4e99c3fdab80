/** A proxy that delays the answers of a PostgreSQL server, as a database on another machine does. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export type SlowConnection = { readonly url: string; close(): Promise<void> }

/** Returns an address that forwards to the server at `url`, and delays its answers by `milliseconds`. */
export async function openSlowConnection(url: string, milliseconds: number): Promise<SlowConnection> {
  const target = new URL(url)
  const [host, port] = [target.hostname, Number(target.port || 5432)]
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host, port, noDelay: true })
    near.pipe(far)
    far.on('data', (chunk) => setTimeout(() => near.write(chunk), milliseconds))
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
    async close() {
      server.close()
    },
  }
}
