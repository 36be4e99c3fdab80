/** Finds out why a service cannot be reached, by a connection without any request. */
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { TrialFault } from '#kernel/settings/environment.ts'

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'smtp:': 587, 'smtps:': 465 }
const SECURE = new Set(['https:', 'smtps:'])

const FAULTS: Readonly<Record<string, TrialFault>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  EAI_NODATA: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  ETIMEDOUT: 'time-out',
  ECONNRESET: 'cut',
  EPROTO: 'no-encryption',
}

/** Returns the fault that an error of Node or OpenSSL names. */
export function faultOfError({ code = '', message = '' }: { code?: string; message?: string }): TrialFault {
  const known = FAULTS[code] ?? FAULTS[/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET)\b/.exec(message)?.[0] ?? '']
  if (known) return known
  if (code.startsWith('ERR_SSL') || /wrong version number|:SSL routines:/.test(message)) return 'no-encryption'
  if (/CERT|VERIFY|SIGNED|ISSUER|ALTNAME/.test(code) || /certificate|altnames|unable to verify/i.test(message))
    return 'certificate'
  return 'unreachable'
}

/** Returns why no connection to this address is possible; null if it is possible. */
export function whyNoConnection(address: string, milliseconds: number): Promise<TrialFault | null> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port) || (PORTS[protocol] ?? 443) }
  return new Promise((resolve) => {
    const end = (socket: Socket, fault: TrialFault | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(fault)
    }
    const opened: Socket = SECURE.has(protocol)
      ? connectSecurely(to, () => end(opened, null))
      : connect(to, () => end(opened, null))
    const timer = setTimeout(() => end(opened, 'time-out'), milliseconds)
    opened.on('error', (error: NodeJS.ErrnoException) => end(opened, faultOfError(error)))
  })
}
