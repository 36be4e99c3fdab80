import { customerKind } from '#features/customers/server/customer-kind.ts'
import { providerKind } from '#features/providers/server/provider-kind.ts'
import type { Target } from '../../domain/targets.ts'
import { balanceTarget } from './balances.ts'
import { goodsCodeTarget } from './goods-codes.ts'
import { partyTarget } from './parties.ts'
import { productTarget, recipeTarget, stockTarget } from './products.ts'
import type { ImportTarget } from './target.ts'

export const IMPORT_TARGETS: Readonly<Record<Target, ImportTarget>> = {
  customers: partyTarget(customerKind),
  providers: partyTarget(providerKind),
  products: productTarget,
  recipes: recipeTarget,
  stock: stockTarget,
  'customer-balances': balanceTarget(customerKind),
  'provider-balances': balanceTarget(providerKind),
  'goods-codes': goodsCodeTarget,
}
