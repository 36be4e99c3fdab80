import type { Entity } from '#kernel/entity.ts'
import { stockRights } from '../rights.ts'

export const countsEntity: Entity = {
  name: 'counts',
  read: stockRights.adjust,
  write: stockRights.adjust,
  page: '/count/$id',
}
