/** Stands between the product and a PostgreSQL server and holds answers back, as a database on another machine does. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export type SlowLine = { readonly url: string; close(): Promise<void> }

/** Returns an address behind which the server at `url` answers so many milliseconds later. */
export async function openSlowLine(url: string, milliseconds: number): Promise<SlowLine> {
  const target = new URL(url)
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port || 5432), noDelay: true })
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
