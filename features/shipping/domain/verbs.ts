/** What people ask of shipping by typing. */
import { ordersEntity } from '#features/orders/domain/entity.ts'
import { defineVerb } from '#kernel/verbs/verb.ts'
import { planShipment } from './contract.ts'

/** Puts an invoiced order on a vehicle. */
export const planVerb = defineVerb(planShipment, {
  words: [
    [
      'φορτηγό',
      'φόρτωσε',
      'φόρτωση',
      'όχημα',
      'δρομολόγησε',
      'truck',
      'load',
      'vehicle',
      'ship',
      'camion',
      'furgone',
    ].concat(['carica', 'camión', 'furgoneta', 'cargar', 'машина', 'грузовик', 'погрузить', 'камион', 'утовари']),
  ],
  on: ordersEntity,
})
