/** What people ask of packaging by typing. */
import { defineOrderVerb } from '#features/orders/domain/order-verb.ts'
import { packageOrder } from './contract.ts'

/** Packages an order. */
export const packVerb = defineOrderVerb(packageOrder.name, 'package', [
  ['συσκευασία', 'συσκεύασε', 'πακετάρισμα', 'πακέτο', 'pack', 'package', 'imballare', 'imballo', 'embalar'].concat([
    'empaquetar',
    'упаковать',
    'упаковка',
    'спакуј',
    'паковање',
  ]),
])
