/**
 * Returns a Content-Disposition header with the full name of the file. Browsers that read only ASCII get `plain`; by
 * default this is the name with other characters replaced.
 */
export function dispositionOf(
  what: 'inline' | 'attachment',
  name: string,
  plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_'),
): string {
  const coded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${what}; filename="${plain}"; filename*=UTF-8''${coded}`
}
