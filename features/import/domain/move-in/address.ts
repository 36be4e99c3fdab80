/** The address of an earlier system, as a person enters it. */

/** The service of the data API if the address names none. */
const USUAL_SERVICE = '/api/v2/db'

/** Returns the address up to the service, without a slash at the end; null if it is no address. */
export function baseAddress(typed: string): string | null {
  const text = typed.trim()
  const address = /^(?<host>https?:\/\/[^/?#@\s\\]+)(?<path>\/[^?#\s\\]*)?$/i.exec(text)?.groups
  if (!address?.['host']) return null
  const path = (address['path'] ?? '').replace(/\/_table(\/.*)?$/, '').replace(/\/+$/, '')
  if (path === '') return `${address['host']}${USUAL_SERVICE}`
  return `${address['host']}${/\/api\/v2$/i.test(path) ? `${path}/db` : path}`
}
