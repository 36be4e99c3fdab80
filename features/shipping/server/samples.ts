/** A valid input for each command and query of the shipping feature, for the tests that try all of them. */
import { randomUUID } from 'node:crypto'
import { readShippingLists, saveSetting } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { shipmentOf } from '#server/samples/sample-company.ts'
import {
  fixed,
  type HistorySample,
  list,
  PIECE,
  type Samples,
  SMALL_JPEG,
  type TableSamples,
} from '#server/samples/sample-parts.ts'
import { DELIVERY_REASONS } from '../domain/delivery.ts'
import { DRIVER_TYPES } from '../domain/shipment.ts'

const SIGNATURE = [
  [
    [10, 20],
    [30, 40],
  ],
]

/** The inputs for drivers without an account. */
const ofDrivers: Samples = ({ db, userIds }) => ({
  'shipping.drivers-without-account': async () => ({}),
  'shipping.link-driver': async () => {
    const driver = `Οδηγός ${randomUUID()}`
    const lists = await readShippingLists(db)
    await saveSetting(db, 'shipping', { ...lists, drivers: [...lists.drivers, driver] })
    return { userId: userIds.driver, driver }
  },
})

/** The inputs for stops that were closed without a delivery note. */
const ofNotes: Samples = (company) => ({
  'shipping.settle-missing-notes': async () => {
    const shipmentId = await shipmentOf(company, await company.order('SHIPPED'))
    await company.db.run(sql`update shipment_orders set note_missing = true where shipment_id = ${shipmentId}`)
    return { shipmentId, reason: 'Εκδόθηκε εκ των υστέρων' }
  },
})

export const samples: Samples = (company) => {
  const { order, stock } = company
  return {
    'shipping.plan-shipment': async () => ({
      orderIds: [await order('INVOICED')],
      driverType: 'Driver',
      driverUserId: company.userIds.driver,
      driver: 'Ονομα driver',
      vehicle: 'ΥΖΑ-1234',
      extra: 'βοηθός',
    }),
    'shipping.add-stops': async () => ({
      shipmentId: await shipmentOf(company, await order('ON SHIPPING')),
      orderIds: [await order('INVOICED')],
    }),
    'settings.area-drivers': fixed(),
    'settings.save-area-drivers': fixed({ values: { whenInvoiced: true }, shown: { whenInvoiced: false } }),
    ...ofDrivers(company),
    ...ofNotes(company),
    'shipping.plan-route': async () => ({
      stops: [{ orderId: await order('INVOICED'), locked: true }],
      optimise: true,
    }),
    'shipping.set-voucher': async () => {
      const orderId = await order('INVOICED')
      await company.run('shipping.plan-shipment', { orderIds: [orderId], driverType: 'ACS', driver: 'ACS' })
      return { orderId, voucher: '7227889830' }
    },
    'shipping.close-delivery': async () => ({
      orderId: await order('ON SHIPPING'),
      action: 'deliver',
      reason: 'λόγος',
      delivered: [{ lineNo: 1, quantity: PIECE }],
      proof: {
        recipient: 'κ. Μαρία',
        signature: SIGNATURE,
      },
      doneAt: '2026-11-20T08:00:00Z',
    }),
    'shipping.reorder-stops': async () => {
      const orderId = await order('ON SHIPPING')
      return { shipmentId: await shipmentOf(company, orderId), orderIds: [orderId] }
    },
    'shipping.add-delivery-photo': async () => ({
      orderId: await order('ON SHIPPING'),
      photo: SMALL_JPEG,
      takenAt: '2026-11-20T08:00:00Z',
    }),
    'shipping.take-back-loans': async () => ({
      customerId: stock.customer,
      orderId: await order('ON SHIPPING'),
      items: [{ productId: stock.glass, quantity: PIECE }],
      note: 'ένα ραγισμένο',
    }),
    'shipping.finish-shipment': async () => ({ id: await shipmentOf(company, await order('SHIPPED')) }),
    'shipping.load-parcel': async () => {
      const orderId = await order('ON SHIPPING')
      return { shipmentId: await shipmentOf(company, orderId), orderId, parcel: 1 }
    },
    'shipping.depart': async () => ({
      id: await shipmentOf(company, await order('ON SHIPPING')),
      withoutMissing: true,
    }),
    'shipping.loading': async () => ({ id: await shipmentOf(company, await order('ON SHIPPING')) }),
    'shipping.ready-sums': list,
    'shipping.ready': async () => ({ ...(await list()), filters: { city: 'αθ', postcode: '1' }, sort: 'city' }),
    'shipping.ready-count': list,
    'shipping.choices': fixed(),
    'shipping.waiting': fixed(),
    'shipping.check-stops': async () => ({ orderIds: [await order('INVOICED')] }),
    'shipping.load': async () => ({ orderIds: [await order('INVOICED')] }),
    'shipping.plan-sheet': async () => ({ id: await shipmentOf(company, await order('ON SHIPPING')) }),
    'shipping.list': async () => ({ ...(await list()), filters: { status: 'PENDING', driver: 'Γ' }, sort: 'id' }),
    'shipping.delivery-proof': async () => ({ orderId: await order('SHIPPED') }),
  }
}

export const tableSamples: TableSamples = (company) => ({
  shipments: {
    may: { GET: '+++++o--', POST: '+++++---', PATCH: '+++++o--' },
    record: async () => ({
      driver: 'Γιώργος',
      type: 'Driver',
      car: 'Α',
      extra: 'β',
      route: ['Ερμού 1'],
      orders: [await company.order('INVOICED')],
      status: 'PENDING',
    }),
    row: async (method) => (method === 'PATCH' ? shipmentOf(company, await company.order('SHIPPED')) : 1),
    change: { status: 'DONE' },
  },
})

export const historySample: HistorySample = {
  lists: { orders: { deliveryReason: DELIVERY_REASONS, shipping: DRIVER_TYPES } },
  free: { orders: ['recipient'], shipments: ['missingParcels', 'withoutNote'], users: ['driverLink'] },
  silent: ['shipping.plan-route', 'shipping.load-parcel'],
  byJobs: ['shipping.plan-invoiced'],
}
