/** Declares the shipping feature to the server. */
import { settingsRights } from '#features/settings/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { listReady, listShipments } from '../domain/contract.ts'
import { AREA_FORM } from '../domain/drivers/area-drivers.ts'
import { shippingRights } from '../domain/rights.ts'
import { shipmentDays } from './days/calendar.ts'
import { driversWithoutAccountQuery, linkDriverCommand } from './drivers/link-driver.ts'
import {
  announceInvoiced,
  INVOICED_JOB,
  invoicedNotPlanned,
  planEachMorning,
  planInvoiced,
  refuseAreas,
} from './drivers/plan-invoiced.ts'
import { closeDeliveryCommand, finishShipmentCommand } from './drive.ts'
import { departShipmentCommand, loadParcelCommand, shipmentLoadingQuery } from './loading.ts'
import { addDeliveryPhotoCommand, downloadDeliveryPhoto } from './photos.ts'
import { shipmentsOfCustomer } from './merging.ts'
import { planRouteLookup } from './plan-route.ts'
import { planSheetQuery } from './plan-sheet.ts'
import { addStopsCommand } from './add-stops.ts'
import { planShipmentCommand } from './plan-shipment.ts'
import { checkStopsQuery, shipmentLoadQuery, waitingOrdersQuery } from './planning.ts'
import { deliveryProofQuery } from './proof.ts'
import { countReadyQuery, listReadyQuery, listShipmentsQuery, shippingChoicesQuery, sumReadyQuery } from './queries.ts'
import { closedWithoutNote, settleMissingNotesCommand } from './stops/missing-notes.ts'
import { reorderStopsCommand } from './stops/reorder-stops.ts'
import { setVoucherCommand } from './set-voucher.ts'
import { owns, shipmentsTable } from './tables.ts'
import { takeBackLoansCommand } from './take-back-loans.ts'

export const shipping = feature({
  name: 'shipping',
  owns,
  rights: shippingRights,
  entities: [{ name: 'shipments', read: shippingRights.read, tables: owns }],
  // the drivers to whom a shipment may be assigned
  notifiedOf: { 'accounting-documents': shippingRights.view, postings: shippingRights.view },
  commands: [
    planShipmentCommand,
    addStopsCommand,
    setVoucherCommand,
    closeDeliveryCommand,
    finishShipmentCommand,
    loadParcelCommand,
    departShipmentCommand,
    reorderStopsCommand,
    settleMissingNotesCommand,
    addDeliveryPhotoCommand,
    takeBackLoansCommand,
    linkDriverCommand,
  ],
  queries: [
    listReadyQuery,
    countReadyQuery,
    sumReadyQuery,
    shippingChoicesQuery,
    listShipmentsQuery,
    waitingOrdersQuery,
    checkStopsQuery,
    shipmentLoadQuery,
    planSheetQuery,
    shipmentLoadingQuery,
    deliveryProofQuery,
    driversWithoutAccountQuery,
  ],
  followings: [shipmentsOfCustomer],
  lists: [
    { name: 'shipping-ready', list: listReady, columns: ['place'] },
    { name: 'shipping-open', list: listShipments, columns: ['finish'] },
  ],
  lookups: [planRouteLookup],
  downloads: [downloadDeliveryPhoto],
  tables: [shipmentsTable],
  settings: [{ ...AREA_FORM, right: settingsRights.write, refuses: refuseAreas }],
  announces: [announceInvoiced],
  facts: [closedWithoutNote, invoicedNotPlanned],
  jobs: ({ runner }) => ({ [INVOICED_JOB]: { run: planInvoiced(runner), atOnce: 2, tries: 20 } }),
  schedules: [planEachMorning],
  calendar: [shipmentDays],
})
