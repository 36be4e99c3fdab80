/** What the declaration of a field may say besides its kind: its names, and where and how it is shown, sent and copied. */
import type { z } from 'zod'
import type { Right } from '#kernel/rights.ts'

export type FieldOptions = {
  /** The name of the column, if it is not the name of the field with its unit: `first_discount_bp` for `firstDiscount`. */
  readonly column?: string
  /** The key of its word, if it is not `field.<name>` of a record or `column.<name>` of a list. */
  readonly word?: string
  /** Of a record: the list shows the field. A list shows all of its columns. */
  readonly list?: true
  /** The search of a record finds the words of the field. */
  readonly search?: true
  /** Of a record: false if only programs write the field. */
  readonly form?: false
  /** The name at the data API, if it is not the name of the field; false if the data API does not have the field. */
  readonly wire?: string | false
  /** Describes the field in the description of the data API. */
  readonly note?: string
  /** The data API and lists sort by the codes of the letters, as the index of the column does. */
  readonly plainOrder?: true
  /** What the data API accepts of a list, if it is more than the form may send. */
  readonly shape?: z.ZodType
  /** The field keeps its value if a program sends null. Other fields then get their usual value. */
  readonly keepsOnNull?: true
  /** People without this right neither see the field nor sort by it. */
  readonly readRight?: Right
  /** The code of the refusal if the text is empty, or true if its schema refuses that; without it the text may be empty. */
  readonly required?: string | true
  /** The code of the refusal if the text is no e-mail address. */
  readonly wrong?: string
  /** The code of the refusal if another record has the value. The index has the name of the table and the column. */
  readonly unique?: string
  readonly sort?: true
  /** The part of the form, and of the page, that shows the field by its kind. Other fields have inputs of their own there. */
  readonly panel?: string
  /** The form explains the field by `hint.<name>`. */
  readonly hint?: true
  /** The keyboard and the checks of the browser. */
  readonly input?: 'tel' | 'email'
  /** Merging chooses these fields together: the street of one and the town of the other would be no address. */
  readonly group?: string
  /** False if a copy of the record does not get the value. */
  readonly copy?: false
  /** The list can be filtered by the column: a part of a text, from and to of a figure or a day, one of the choices or many. */
  readonly filter?: true | 'many'
  /** The name of the filter, if it is not the name of the field. Spans end in From and To. */
  readonly filterName?: string
  /** The sums of the list contain the column. */
  readonly sum?: true
  /** The texts of the choices, or of the known values of a name, are `<words>.<choice>`; of a flag, its text where it is set. */
  readonly words?: string
  /** How the table shows the column, as web/ui/table/table-columns.ts says. */
  readonly width?: number
  readonly from?: 760 | 900 | 980 | 1120 | 1360
  readonly card?: 'title' | 'end' | 'none'
  readonly align?: 'start' | 'end'
  readonly hidden?: true
}
