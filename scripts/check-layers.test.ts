import { expect, test } from 'vitest'
import { findLayerViolations } from './check-layers.ts'
import { writeFixture } from './fixture.ts'
import { LAYERS } from './layers.ts'

const CORRECT = {
  'kernel/money.ts': `import { z } from 'zod'\nexport const cents = z.int()`,
  'features/orders/domain/order.ts': `import { cents } from '#kernel/money.ts'\nexport type Order = { total: typeof cents }`,
  'features/orders/server/queries.ts': `import type { Order } from '../domain/order.ts'\nexport const list = (): Order[] => []`,
  'features/orders/web/OrderBadge.tsx': `import type { Order } from '../domain/order.ts'\nexport const OrderBadge = (order: Order) => <b>{String(order)}</b>`,
  'features/orders/web/list/OrdersPage.tsx': `import { OrderBadge } from '../OrderBadge.tsx'\nexport const OrdersPage = () => <OrderBadge />`,
  'features/orders/web/routes.tsx': `import { OrdersPage } from './list/OrdersPage.tsx'\nexport const routes = [OrdersPage]`,
  'features/shipping/server/deliver.ts': `import { list } from '#features/orders/server/queries.ts'\nexport const deliver = () => { using rows = list()\n return rows }`,
  'features/shipping/web/DriverPage.tsx': `import { OrderBadge } from '#features/orders/web/OrderBadge.tsx'\nexport const DriverPage = () => <OrderBadge />`,
  'app/web/features.ts': `import { routes } from '#features/orders/web/routes.tsx'\nexport const features = [routes]`,
}

/** Returns the name of the rule for the layer of `feature`. */
const layerRule = (feature: string): string =>
  `layer-${LAYERS.findIndex((layer) => layer.includes(feature))}-depends-downwards-only`

const violations = async (files: Record<string, string>): Promise<string[]> => {
  using product = writeFixture({ ...CORRECT, ...files })
  const { findings } = await findLayerViolations(product.root)
  return findings
}

test('a correct product has no violation, and every file is read', async () => {
  using product = writeFixture(CORRECT)
  expect(await findLayerViolations(product.root)).toEqual({ findings: [], files: Object.keys(CORRECT).length })
})

const FAULTY: [rule: string, file: string, text: string][] = [
  [
    layerRule('orders'),
    'features/orders/server/a.ts',
    `import { deliver } from '#features/shipping/server/deliver.ts'\nexport const a = deliver`,
  ],
  [
    layerRule('loans'),
    'features/loans/domain/a.ts',
    `import type { Order } from '#features/orders/domain/order.ts'\nexport type A = Order`,
  ],
  [
    layerRule('payments'),
    'features/payments/server/a.ts',
    `import { deliver } from '#features/shipping/server/deliver.ts'\nexport const a = deliver`,
  ],
  ['kernel-imports-zod-only', 'kernel/a.ts', `import { readFileSync } from 'node:fs'\nexport const a = readFileSync`],
  ['kernel-imports-zod-only', 'kernel/a.ts', `import fastify from 'fastify'\nexport const a = fastify`],
  [
    'domain-is-pure',
    'features/orders/domain/a.ts',
    `import { list } from '../server/queries.ts'\nexport const a = list`,
  ],
  [
    'page-never-imports-server',
    'features/orders/web/A.tsx',
    `import { list } from '../server/queries.ts'\nexport const A = list`,
  ],
  [
    'server-never-imports-page',
    'features/orders/server/a.ts',
    `import { OrderBadge } from '../web/OrderBadge.tsx'\nexport const a = OrderBadge`,
  ],
  [
    'frame-imports-no-feature',
    'server/a.ts',
    `import { list } from '#features/orders/server/queries.ts'\nexport const a = list`,
  ],
  [
    'frame-imports-no-feature',
    'web/a.ts',
    `import type { Order } from '#features/orders/domain/order.ts'\nexport type A = Order`,
  ],
  [
    'frame-imports-no-feature',
    'accounts/domain/a.ts',
    `import type { Order } from '#features/orders/domain/order.ts'\nexport type A = Order`,
  ],
  [
    'server-knows-no-account',
    'server/a.ts',
    `import { session } from '#accounts/server/sessions.ts'\nexport const a = session`,
  ],
  [
    'nothing-imports-app',
    'features/orders/server/a.ts',
    `import { features } from '#app/server/features.ts'\nexport const a = features`,
  ],
  [
    'product-knows-no-simulator',
    'server/a.ts',
    `import { simulate } from '#simulators/demo-services.ts'\nexport const a = simulate`,
  ],
  [
    'pages-are-private',
    'features/shipping/web/A.tsx',
    `import { OrdersPage } from '#features/orders/web/list/OrdersPage.tsx'\nexport const A = OrdersPage`,
  ],
  [
    'pages-are-private',
    'features/shipping/web/A.tsx',
    `import { routes } from '#features/orders/web/routes.tsx'\nexport const A = routes`,
  ],
  ['no-cycles', 'kernel/money.ts', `import { b } from './b.ts'\nexport const cents = b`],
  ['no-missing-import', 'kernel/a.ts', `import { b } from './nowhere.ts'\nexport const a = b`],
  ['no-undeclared-package', 'server/a.ts', `import { Pool } from 'pg'\nexport const a = Pool`],
  [
    'product-imports-no-test-package',
    'server/a.ts',
    `import { chromium } from '@playwright/test'\nexport const a = chromium`,
  ],
  ['has no place', 'features/plumbing/domain/a.ts', 'export const a = 1'],
]

test.each(FAULTY)('%s is found in %s', async (rule, file, text) => {
  const support = {
    'kernel/b.ts': `import { cents } from './money.ts'\nexport const b = cents`,
    'features/loans/domain/x.ts': 'export type X = 1',
    'accounts/server/sessions.ts': 'export const session = 1',
    'app/server/features.ts': 'export const features = []',
    'simulators/demo-services.ts': 'export const simulate = 1',
  }
  const found = await violations({ ...support, [file]: text })
  expect(found.filter((finding) => new RegExp(rule).test(finding))).not.toEqual([])
})
