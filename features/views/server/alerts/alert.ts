/** Reads whom to mail about a view, with what they know of it. */
import { type Rows, sql } from '#server/db/database.ts'

export type Alert = {
  id: number
  viewId: number
  userId: number
  /** The language that the person has chosen, or else that of the page when they switched the alert on. */
  language: string
  /** The version of the view at the last look. */
  knownVersion: number
  known: readonly number[]
  looks: number
  list: string
  name: string
  ownerId: number
  shared: boolean
  state: unknown
  version: number
}

export const readAlert = (rows: Rows, id: number): Promise<Alert | null> =>
  rows.maybe<Alert>(sql`
    select a.id, a.view_id as "viewId", a.user_id as "userId", a.view_version as "knownVersion", a.looks,
      to_jsonb(a.known_ids) as known, coalesce(p.language, a.language) as language,
      v.list, v.name, v.owner_id as "ownerId", v.shared, v.state, v.version
    from view_alerts a join saved_views v on v.id = a.view_id left join preferences p on p.user_id = a.user_id
    where a.id = ${id}`)
