import { Autocomplete, type AutocompleteProps, Button, Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useAsk } from '#web/query.ts'
import { isCnCode, shownCode, typedCode } from '../../domain/codes/cn-code.ts'
import { codeDetail, type ListedCode, proposedCodes, searchCodes } from '../../domain/codes/contract.ts'
import { CodeProblemText } from './CodeProblemText.tsx'
import styles from './codes.module.css'

/** The pause after which the list is searched for what is typed. */
const PAUSE_MS = 200

type CnCodeFieldProps = Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> & {
  value: string
  onChange: (typed: string) => void
  /** The category whose codes are proposed while the field is empty. */
  category?: string
}

/** The code of goods: typed, found in the loaded list by its digits or its text, or taken from other products of the category. */
export function CnCodeField({ value, onChange, category = '', ...rest }: CnCodeFieldProps) {
  const { t } = useTranslation('products')
  const code = typedCode(value)
  const [search] = useDebouncedValue(value.trim(), PAUSE_MS)
  const found = useAsk(searchCodes, { search }, { enabled: search !== '', keepPrevious: true })
  const texts = new Map(found.data?.codes.map((one) => [shownCode(one.code), one.text]))
  return (
    <div>
      <Autocomplete
        label={t('field.cnCode')}
        placeholder={t('codes.example')}
        autoComplete="off"
        maxDropdownHeight={280}
        data={value.trim() === '' ? [] : [...texts.keys()]}
        filter={({ options }) => options}
        renderOption={({ option }) => (
          <span className={styles.option}>
            <span className="figures">{option.value}</span>
            <small>{texts.get(option.value)}</small>
          </span>
        )}
        {...rest}
        value={value}
        onChange={onChange}
      />
      {code === null ? (
        <Proposals category={category} take={onChange} />
      ) : isCnCode(code) ? (
        <CodeText code={code} />
      ) : null}
    </div>
  )
}

/** Offers the codes that other products of the category have. */
function Proposals({ category, take }: { category: string; take: (code: string) => void }) {
  const { t } = useTranslation('products')
  const [settled] = useDebouncedValue(category.trim(), PAUSE_MS)
  const { data } = useAsk(proposedCodes, { category: settled }, { enabled: settled !== '' })
  const proposals = settled === '' ? [] : (data?.proposals ?? [])
  return proposals.length === 0 ? null : (
    <Group gap={4} mt={4}>
      <Text size="xs" c="dimmed">
        {t('codes.proposed', { category: settled })}
      </Text>
      {proposals.map(({ code, text, count }) => (
        <Button
          key={code}
          size="compact-xs"
          variant="default"
          title={text || undefined}
          onClick={() => take(shownCode(code))}
        >
          {t('codes.proposal', { code: shownCode(code), number: count })}
        </Button>
      ))}
    </Group>
  )
}

/** Shows what the loaded list says of a code: its text, or why it is not valid. Nothing without a list. */
export function CodeText({ code }: { code: string }) {
  const { data } = useAsk(codeDetail, { code })
  return data?.loaded ? <Listed listed={data.listed} /> : null
}

function Listed({ listed }: { listed: ListedCode }) {
  return (
    <>
      {listed.problem === null ? null : <CodeProblemText problem={listed.problem} listed={listed} />}
      {listed.text === '' ? null : (
        <Text size="xs" c="dimmed" lineClamp={2} title={listed.text}>
          {listed.text}
        </Text>
      )}
    </>
  )
}
