import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useGo, useSearchTexts } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { RecordForm } from '#web/ui/form/form.tsx'
import surfaces from '#web/ui/surfaces.module.css'
import { productsRights } from '../../domain/rights.ts'
import { DetailsPanel, PricesPanel } from '../fields/ProductPanels.tsx'
import { STARTS_AT_NAME, type StoredProduct } from '../fields/product-values.ts'
import { CostInBar, CostPanel } from './CostPanel.tsx'
import { ProductClash } from './ProductClash.tsx'
import { RecipePanel } from './RecipePanel.tsx'
import { UpdateAllDialog } from './UpdateAllDialog.tsx'
import { useEditedProduct } from './use-edited-product.ts'
import { useSaving } from './use-saving.tsx'

/** The form of a product. It sends only changed fields, and shows what another person changed in the meantime. */
export function EditProduct({ product }: { product: StoredProduct }) {
  const { t } = useTranslation('products')
  const go = useGo()
  const [texts] = useSearchTexts()
  const seesCosts = useMay(productsRights.cost)
  const edit = useEditedProduct(product)
  const { form, values, base, clash } = edit
  const saving = useSaving(edit)
  // A purchased material seldom has a recipe, so its prices come first.
  const isMade = product.usageType !== 'PURCHASED-MATERIAL'
  const isBought = !isMade && product.steps.length === 0
  const recipe = values.service ? null : (
    <RecipePanel form={form} circle={saving.circle} productId={product.id} startsHere={isMade} />
  )
  return (
    <RecordForm
      form={form}
      saveLabel={t('action.save')}
      closed={values.name.trim() === '' ? t('why.no-name') : null}
      onCancel={() => {
        edit.forget()
        go(`/product-overview/${product.id}`)
      }}
      onSave={saving.save}
      actions={
        <>
          {seesCosts ? <CostInBar values={values} /> : null}
          {values.service ? null : (
            <ActionButton
              variant="default"
              closed={saving.carrying.replacements.length === 0 ? t('update-all.nothing') : null}
              onClick={saving.carrying.open}
            >
              {t('update-all.open')}
            </ActionButton>
          )}
        </>
      }
    >
      {clash ? (
        <ProductClash
          clash={clash}
          base={base}
          mine={edit.changes(values)}
          keepMine={(except) => edit.keepMine(clash.theirs, except)}
          takeTheirs={() => edit.takeTheirs(clash.theirs)}
        />
      ) : null}
      {edit.restored ? (
        <Alert variant="light" title={t('draft.restored')}>
          <Button size="compact-sm" variant="default" onClick={edit.startOver}>
            {t('draft.start-over')}
          </Button>
        </Alert>
      ) : null}
      <div className={surfaces.columns}>
        <div>
          {isBought ? null : recipe}
          <PricesPanel form={form} />
          <DetailsPanel form={form} startsAtName={texts[STARTS_AT_NAME] !== undefined} />
          {isBought ? recipe : null}
        </div>
        <div>{seesCosts ? <CostPanel values={values} usedIn={product.usedIn.length} /> : null}</div>
      </div>
      <UpdateAllDialog productId={product.id} carrying={saving.carrying} />
    </RecordForm>
  )
}
