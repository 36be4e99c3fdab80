import type { Entity } from '#kernel/entity.ts'
import { viewsRights } from './rights.ts'

/** A view leads to the page of its list. */
export const viewsEntity: Entity = {
  name: 'views',
  read: viewsRights.keep,
  write: viewsRights.keep,
  page: '/views/$id',
}
