import type { Entity } from '#kernel/entity.ts'
import { productsRights } from './rights.ts'

export const productsEntity: Entity = {
  name: 'products',
  read: productsRights.read,
  write: productsRights.write,
  page: '/product-overview/$id',
}
