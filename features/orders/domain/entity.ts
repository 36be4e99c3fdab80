import type { Entity } from '#kernel/entity.ts'
import { ordersRights } from './rights.ts'

export const ordersEntity: Entity = {
  name: 'orders',
  read: ordersRights.read,
  write: ordersRights.write,
  page: '/order-detail/$id',
}
