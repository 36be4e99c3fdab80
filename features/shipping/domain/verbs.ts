/** What people ask of shipping by typing. */
import { defineOrderVerb } from '#features/orders/domain/order-verb.ts'
import { planShipment } from './contract.ts'

/** Puts an invoiced order on a vehicle. */
export const planVerb = defineOrderVerb(planShipment.name, 'plan', [
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
])
