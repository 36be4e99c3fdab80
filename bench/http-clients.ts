/**
 * Sends the prepared requests over persistent connections, in place of the people. `run.ts` starts this process.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { type Order, Pieces, runRound } from './rounds.ts'
import type { Request, Work } from './works.ts'

export type HttpStart = { readonly file: string; readonly port: number; readonly headers: Record<string, string> }

const { file, port, headers } = JSON.parse(process.argv[2] ?? '{}') as HttpStart
const works = JSON.parse(readFileSync(file, 'utf8')) as Work[]
const pieces = works.map((work) => new Pieces(work.requests.length, work.repeatable))
const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' })

function exchange({ method, path, body }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    // pages send a key with every command, so that a repeated request changes nothing
    const own =
      body === null ? headers : { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const request = send({ host: '127.0.0.1', port, method, path, agent, headers: own }, (response) => {
      let bytes = 0
      let start = ''
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0 && response.statusCode !== 200) start = chunk.toString('utf8')
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200 && bytes > 0) resolve()
        else reject(new Error(`${response.statusCode} ${start}`))
      })
    })
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}

async function measure(order: Order): Promise<void> {
  const requests = works[order.work]?.requests ?? []
  const round = await runRound(order, pieces[order.work] as Pieces, (piece) => exchange(requests[piece] as Request))
  process.send?.(round)
}

process.on('message', (order: Order) => void measure(order))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
