import { Banknote, BanknoteArrowDown, Landmark, ListOrdered, ScrollText } from '#web/ui/icon/icons.ts'
import { CUSTOMER_ACTION, CUSTOMER_PANEL } from '#features/customers/web/customer-parts.ts'
import { ORDER_LINK } from '#features/orders/web/order-parts.ts'
import { PROVIDER_ACTION, PROVIDER_PANEL } from '#features/providers/web/provider-parts.ts'
import { salespersons } from '#features/salespersons/domain/contract.ts'
import { lazyPart, recordPart } from '#web/lazy-part.tsx'
import { actionOf } from '#web/records/record-parts.ts'
import type { FeatureRoutes } from '#web/routes.ts'
import { recordPreview } from '#web/ui/table/preview/record-previews.ts'
import { banks } from '../domain/banks-contract.ts'
import { paymentsEntity } from '../domain/entity.ts'
import { paymentsRights } from '../domain/rights.ts'
import { paletteVerbs } from '#web/layouts/palette-verbs.ts'

const buttons = () => import('./PayButtons.tsx')
const payCustomer = CUSTOMER_ACTION.part({
  key: 'pay',
  Part: recordPart('customers', async () => (await buttons()).PayCustomer),
})
const payProvider = PROVIDER_ACTION.part({
  key: 'pay',
  Part: recordPart('providers', async () => (await buttons()).PayProvider),
})
const paySalesperson = actionOf(salespersons).part({
  key: 'pay',
  Part: recordPart('salespersons', async () => (await buttons()).PaySalesperson),
})
const payOrder = ORDER_LINK.part({
  key: 'pay',
  Link: recordPart('orders', async () => (await import('./PayOrder.tsx')).PayOrder),
})

const Matching = lazyPart(() => import('./matching/PartyMatching.tsx'))
const customerMatching = CUSTOMER_PANEL.part({
  key: 'matching',
  Part: ({ customer: { id } }) => <Matching kind="customers" id={id} />,
})
const providerMatching = PROVIDER_PANEL.part({
  key: 'matching',
  Part: ({ provider: { id } }) => <Matching kind="providers" id={id} />,
})

/** The pages of payments, of cheques, of the drivers' cash and of the banks, and their menu entries. */
export const paymentsRoutes: FeatureRoutes = {
  feature: 'payments',
  pages: [
    {
      path: '/createpayment',
      layout: 'main',
      right: paymentsRights.write,
      titleKey: 'title.create',
      load: () => import('./create/CreatePaymentPage.tsx'),
    },
    {
      path: '/payments-list',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.list',
      load: () => import('./list/PaymentsPage.tsx'),
    },
    {
      path: '/payment-overview/$id',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.payment',
      load: () => import('./page/PaymentPage.tsx'),
    },
    {
      path: '/payment-receipt/$id',
      layout: 'bare',
      right: paymentsRights.read,
      titleKey: 'title.receipt',
      load: () => import('./page/PaymentReceiptPage.tsx'),
    },
    {
      path: '/cheques',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.cheques',
      load: () => import('./cheques/ChequesPage.tsx'),
    },
    { path: '/payment-overview', redirect: '/payments-list' },
    {
      path: '/drivers-cash',
      layout: 'main',
      right: paymentsRights.read,
      titleKey: 'title.drivers-cash',
      load: () => import('./DriversCashPage.tsx'),
    },
    {
      path: '/banks',
      layout: 'main',
      right: paymentsRights.write,
      titleKey: 'title.banks',
      load: async () => {
        const { ShortListPage } = await import('#web/records/ShortListPage.tsx')
        return { default: () => <ShortListPage record={banks} /> }
      },
    },
  ],
  found: [{ entity: paymentsEntity, icon: Banknote }],
  menu: [
    {
      tabOf: '/settings',
      settings: 'money',
      key: 'banks',
      to: '/banks',
      right: paymentsRights.write,
      order: 60,
      icon: Landmark,
    },
    {
      group: 'sales',
      parentKey: 'payments',
      key: 'create',
      to: '/createpayment',
      right: paymentsRights.write,
      order: 10,
      icon: BanknoteArrowDown,
      shortcut: true,
    },
    {
      group: 'sales',
      parentKey: 'payments',
      key: 'list',
      to: '/payments-list',
      right: paymentsRights.read,
      order: 20,
      icon: ListOrdered,
    },
    {
      tabOf: '/payments-list',
      key: 'cheques',
      to: '/cheques',
      right: paymentsRights.read,
      order: 30,
      icon: ScrollText,
    },
    {
      tabOf: '/payments-list',
      key: 'drivers-cash',
      to: '/drivers-cash',
      right: paymentsRights.read,
      order: 45,
    },
  ],
  parts: [
    recordPreview({
      page: paymentsEntity.page,
      word: 'payment.title',
      load: () => import('./preview/PaymentPreview.tsx'),
    }),
    paletteVerbs.part(() => import('./verbs/verbs.ts')),
    payCustomer,
    payProvider,
    paySalesperson,
    payOrder,
    customerMatching,
    providerMatching,
  ],
}
