import type { Entity } from '#kernel/entity.ts'
import { customersRights } from './rights.ts'

export const customersEntity: Entity = {
  name: 'customers',
  read: customersRights.read,
  write: customersRights.write,
  page: '/customer-detail/$id',
}
