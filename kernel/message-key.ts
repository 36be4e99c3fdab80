/** Names the messages of one kind about one record, which people see as one line: `notes.mention/orders/12`. */

type MessagesOfRecord = { readonly kind: string; readonly entity: string; readonly entityId: number }

export const messageKey = ({ kind, entity, entityId }: MessagesOfRecord): string => `${kind}/${entity}/${entityId}`

/** Returns the record of a line of messages; null if the key names a kind of fact. */
export function messageOfKey(key: string): MessagesOfRecord | null {
  const [, kind = '', entity = '', id = ''] = /^([^/]+)\/([^/]+)\/([1-9]\d{0,14})$/.exec(key) ?? []
  return kind === '' ? null : { kind, entity, entityId: Number(id) }
}
