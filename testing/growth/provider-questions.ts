/** The questions about providers whose cost must not grow with the data of the company. */
import { providerList } from '#features/providers/domain/contract.ts'
import { sortsOf } from '#kernel/records/list.ts'
import { both, of, type Question } from './question.ts'

/** Returns the questions for providers. */
export const providerQuestions = (found: readonly string[]): Question[] => [
  ...of('providers, sorted', 'providers.list', both(sortsOf(providerList.columns))),
  ...of(
    'providers, searched',
    'providers.list',
    found.map((search) => ({ search })),
  ),
  ...of('providers, searched', 'providers.list', [{ filters: { address: 'αθ' } }, { filters: { phone: '6901' } }]),
  ...of('providers, counted', 'providers.count', [{}, ...found.map((search) => ({ search }))]),
  ...of('pickers', 'providers.options', [{ search: '' }, ...found.map((search) => ({ search }))]),
]
