import Bowser from 'bowser'
import type { Device } from '../../domain/own-sessions-contract.ts'

const KINDS: Readonly<Record<string, Device['kind']>> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }

/** Returns what a browser or program calls itself as people know it: browser, system and kind of device. */
export function deviceOf(userAgent: string): Device {
  const { browser, os, platform } = userAgent === '' ? EMPTY : Bowser.parse(userAgent)
  const kind = KINDS[platform.type ?? '']
  // a program begins with its own name, as in "node-fetch/1.0 (…)"
  if (kind === undefined)
    return { kind: 'program', browser: /^[\w .-]+/.exec(userAgent)?.[0].trim().slice(0, 60) ?? '', system: '' }
  return { kind, browser: browser.name ?? '', system: os.name ?? '' }
}

const EMPTY = { browser: {}, os: {}, platform: {} } as ReturnType<typeof Bowser.parse>
