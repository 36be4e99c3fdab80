/** What people ask of packaging by typing. */
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { defineVerb } from '#kernel/verbs/verb.ts'
import { packagingRights } from './rights.ts'

/** Packages an order. */
export const packVerb = defineVerb(
  { name: 'packaging.package-order', right: packagingRights.package },
  {
    words: [
      ['συσκευασία', 'συσκεύασε', 'πακετάρισμα', 'πακέτο', 'pack', 'package', 'imballare', 'imballo', 'embalar'].concat(
        ['empaquetar', 'упаковать', 'упаковка', 'спакуј', 'паковање'],
      ),
    ],
    on: ordersEntity,
  },
)
