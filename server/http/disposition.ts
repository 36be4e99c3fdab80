/**
 * Says whether a file is shown or kept, and its name for every browser: as it is, and for those that read ASCII alone
 * the plain one, or without what ASCII lacks.
 */
export function dispositionOf(
  what: 'inline' | 'attachment',
  name: string,
  plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_'),
): string {
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${what}; filename="${plain}"; filename*=UTF-8''${coded}`
}
