import type { Entity } from '#kernel/entity.ts'
import { providersRights } from './rights.ts'

export const providersEntity: Entity = {
  name: 'providers',
  read: providersRights.read,
  write: providersRights.write,
  page: '/provider-detail/$id',
}
