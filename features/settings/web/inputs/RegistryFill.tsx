import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Building2 } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import type { Setting } from '#kernel/settings/form.ts'
import { useRun } from '#web/query.ts'
import { chosenTexts, FILLED_FIELDS, type FormTexts } from '#web/ui/registry/company-fill.ts'
import { CompanyDialog, CompanyQuestion } from '#web/ui/registry/CompanyLookup.tsx'
import { lookUpOwnCompany } from '../../domain/contract.ts'
import type { TypedForm } from '../form-values.ts'
import type { SettingTexts } from '../setting-texts.ts'

type RegistryFillProps = {
  readonly form: UseFormReturnType<TypedForm>
  readonly settings: readonly Setting[]
  readonly texts: SettingTexts
}

/** The texts of the form that the registry can fill. */
const textsIn = (settings: readonly Setting[], { values }: TypedForm): FormTexts =>
  Object.fromEntries(
    FILLED_FIELDS.flatMap((field) => {
      const text = values[field]
      const isText = settings.some(({ kind, name }) => kind === 'text' && name === field)
      return isText && typeof text === 'string' ? [[field, text]] : []
    }),
  )

/** Asks the company registry for the VAT number and writes the chosen parts of its answer into the form. */
export function RegistryFill(props: RegistryFillProps) {
  const { t } = useTranslation('settings')
  const [opened, dialog] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<Building2 size={16} aria-hidden />} onClick={dialog.open}>
        {t('from-registry')}
      </Button>
      <CompanyDialog opened={opened} onClose={dialog.close}>
        <Question {...props} onClose={dialog.close} />
      </CompanyDialog>
    </>
  )
}

function Question({ form, settings, texts, onClose }: RegistryFillProps & { onClose: () => void }) {
  const lookUp = useRun(lookUpOwnCompany)
  return (
    <CompanyQuestion
      lookUp={lookUp}
      values={textsIn(settings, form.getValues())}
      labelOf={(field) => texts.name(field)}
      fill={(fillings, chosen) => {
        for (const [field, text] of Object.entries(chosenTexts(fillings, chosen))) {
          form.setFieldValue(`values.${field}`, text)
          form.clearFieldError(`values.${field}`)
        }
      }}
      onClose={onClose}
    />
  )
}
