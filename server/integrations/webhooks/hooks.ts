/** Sends to addresses that people or browsers have named: events to other programs, and notifications to push services. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isLoopbackHost } from '#kernel/loopback.ts'
import type { TrialFault } from '#kernel/settings/environment.ts'
import { faultOfError } from '../environment/why-no-connection.ts'
import { ClosedAddress, hostOf, isPublicAddress, lookUpPublic } from './allowed-address.ts'

/** Why a receiver did not answer. */
export type HookFailure =
  | 'closed-address'
  | 'no-host'
  | 'unreachable'
  | 'certificate'
  | 'no-encryption'
  | 'time-out'
  | 'cut'

export type HookAnswer = ({ readonly status: number } | { readonly failure: HookFailure }) & {
  readonly milliseconds: number
}

export type Hooks = {
  /** Returns why events cannot be sent to an address, as far as it is known before sending; or null. */
  readonly whyNot: (url: string) => Promise<'closed-address' | 'no-host' | null>
  /** Sends once. Follows no redirect and reads no answer but its status. Never throws. */
  readonly post: (url: string, headers: Readonly<Record<string, string>>, body: string | Buffer) => Promise<HookAnswer>
  /** Reads an answer of at most `most` bytes. Follows no redirect. Never throws. */
  readonly get: (url: string, headers: Readonly<Record<string, string>>, most: number) => Promise<ReadAnswer>
}

/** What an address answered. `retryAfter` are the seconds after which it wants to be asked again; null if it does not say. */
export type ReadAnswer =
  | { readonly status: number; readonly body: Buffer; readonly retryAfter: number | null }
  | { readonly failure: HookFailure | 'too-large' }

/** Sends nothing and reports that the receiver cannot be reached. For tests. */
export const NO_HOOKS: Hooks = {
  whyNot: async () => null,
  post: async () => ({ failure: 'unreachable', milliseconds: 0 }),
  get: async () => ({ failure: 'unreachable' }),
}

const LONGEST_WAIT_MILLISECONDS = 10_000
/** A page of an earlier system with many records may take longer than an event. */
const LONGEST_READ_MILLISECONDS = 60_000

/** The failures that have the same cause as a fault of a connection. */
const FAILURES: Partial<Record<TrialFault, HookFailure>> = {
  'name-not-found': 'no-host',
  'time-out': 'time-out',
  cut: 'cut',
  certificate: 'certificate',
  'no-encryption': 'no-encryption',
}

function failureOf(error: unknown): HookFailure {
  if (error instanceof ClosedAddress) return 'closed-address'
  const { name, code = '' } = error as Error & { code?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return 'time-out'
  // the receiver sent something that is no HTTP
  if (code.startsWith('HPE_')) return 'cut'
  return FAILURES[faultOfError(error as Error)] ?? 'unreachable'
}

type Options = {
  /** True if the product itself runs on this machine for its developers, whose receivers run there too. */
  readonly local: boolean
  /** The ports of this machine that lead to the product itself, which never receives what it sends. */
  readonly ownPorts?: readonly number[]
}

/** Returns the port of an address, also the one that it need not name. */
export const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

export function openHooks({ local, ownPorts = [] }: Options): Hooks {
  const isLocal = (url: URL): boolean => local && isLoopbackHost(url.hostname) && !ownPorts.includes(portOf(url))
  /** Refuses what no look-up of a name would refuse: another scheme, and an address without a name. */
  const isClosed = (url: URL): boolean => {
    if (isLocal(url)) return url.protocol !== 'https:' && url.protocol !== 'http:'
    return url.protocol !== 'https:' || (isIP(hostOf(url)) !== 0 && !isPublicAddress(hostOf(url)))
  }
  return {
    whyNot: async (address) => {
      if (!URL.canParse(address)) return 'no-host'
      const url = new URL(address)
      if (isClosed(url)) return 'closed-address'
      if (isLocal(url) || isIP(hostOf(url)) !== 0) return null
      return new Promise((resolve) => {
        lookUpPublic(hostOf(url), { all: true }, (error) =>
          resolve(error instanceof ClosedAddress ? 'closed-address' : error ? 'no-host' : null),
        )
      })
    },
    post: async (address, headers, body) => {
      const began = performance.now()
      const milliseconds = () => Math.round(performance.now() - began)
      if (!URL.canParse(address)) return { failure: 'no-host', milliseconds: 0 }
      const url = new URL(address)
      if (isClosed(url)) return { failure: 'closed-address', milliseconds: 0 }
      try {
        return { status: await statusOf(url, isLocal(url), headers, body), milliseconds: milliseconds() }
      } catch (error) {
        return { failure: failureOf(error), milliseconds: milliseconds() }
      }
    },
    get: async (address, headers, most) => {
      if (!URL.canParse(address)) return { failure: 'no-host' }
      const url = new URL(address)
      if (isClosed(url)) return { failure: 'closed-address' }
      try {
        return await answerOf(url, isLocal(url), headers, most)
      } catch (error) {
        return { failure: error instanceof TooLarge ? 'too-large' : failureOf(error) }
      }
    },
  }
}

function statusOf(
  url: URL,
  isLocal: boolean,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Promise<number> {
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        // a connection of its own, whose address was checked for this sending
        agent: false,
        signal: AbortSignal.timeout(LONGEST_WAIT_MILLISECONDS),
        ...(isLocal ? {} : { lookup: lookUpPublic }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0)
        // the body of the answer is not read
        answer.destroy()
      },
    )
    // an answer 101 is no response: the connection would be left to this listener
    sent.on('upgrade', (answer, socket) => {
      resolve(answer.statusCode ?? 0)
      socket.destroy()
    })
    sent.on('error', reject)
    // whatever else ends the connection must not leave the sending waiting for ever
    sent.on('close', () => reject(new Error('The connection ended without an answer')))
    sent.end(body)
  })
}

class TooLarge extends Error {}

function answerOf(
  url: URL,
  isLocal: boolean,
  headers: Readonly<Record<string, string>>,
  most: number,
): Promise<ReadAnswer> {
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        headers,
        agent: false,
        signal: AbortSignal.timeout(LONGEST_READ_MILLISECONDS),
        ...(isLocal ? {} : { lookup: lookUpPublic }),
      },
      (answer) => {
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > most) answer.destroy(new TooLarge())
          else parts.push(part)
        })
        answer.on('error', reject)
        answer.on('end', () => {
          const after = Number(answer.headers['retry-after'])
          const retryAfter = Number.isFinite(after) && after >= 0 ? after : null
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts), retryAfter })
        })
        answer.on('close', () => reject(new Error('The answer ended early')))
      },
    )
    asked.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The address changed the protocol'))
    })
    asked.on('error', reject)
    asked.on('close', () => reject(new Error('The connection ended without an answer')))
    asked.end()
  })
}
