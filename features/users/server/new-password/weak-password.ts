/**
 * Decides which passwords may be set, after NIST SP 800-63B. The length counts, and not the kinds of characters. A
 * password must not consist of the person's names and must not be a common one. Passwords set before stay valid.
 */
import { fold } from '#kernel/fold.ts'
import { type Refusal, refusal } from '#kernel/refusal.ts'

export const LEAST_PASSWORD_CHARACTERS = 10
/** A limit keeps the cost of hashing low. */
export const MOST_PASSWORD_CHARACTERS = 200

/** The most common passwords of at least ten characters in published leaks, and similar Greek ones, folded. */
const COMMONEST = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop qwerty1234
  qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl1 asdfghjkl123 zxcvbnm123 password12 password123 password1234
  password12345 passw0rd123 p@ssw0rd123 p@ssword123 mypassword mypassword1 iloveyou12 iloveyou123 iloveyou1234
  letmein123 letmein1234 welcome123 welcome1234 admin12345 admin123456 administrator administrator1 abcdefghij
  abcdefghijk abc1234567 abcd123456 abcd1234567 a123456789 1234567890a 123456789a 123456789q 123123123123 123321123321
  1111111111 0000000000 1122334455 147258369 1472583690 superman123 football123 baseball123 basketball princess123
  sunshine123 monkey12345 dragon12345 master12345 changeme123 changemenow default123 secret1234 test123456 test1234567
  testtest123 testpassword temporary123 unknown123 trustno1trustno1 whatever123 computer123 internet123 facebook123
  google12345 samsung123 michael123 jennifer123 jordan12345 charlie123 liverpool123 chelsea123 arsenal123 manchester
  blink182blink qazwsxedcrfv qazwsx123456 zaq12wsxcde3 1q2w3e4r5t6y 1a2b3c4d5e asdf123456 asdfasdfasdf qweasdzxc123
  thisispassword correcthorsebatterystaple olympiakos olympiakos7 olympiacos panathinaikos panathinaikos13 aekaekaekaek
  paokpaokpaok paok4ever123 kalimera123 kalispera123 sagapo12345 sagapopoly kodikos123 kodikos1234 ελλαδα1234 ελλαδα2004
  κωδικος123 κωδικος1234 κωδικος12345 καλημερα123 καλησπερα123 σαγαπω12345 σαγαπωπολυ ολυμπιακος παναθηναικος
  κερι123456 kerino12345 kerino123456`
    .split(/\s+/)
    .map(fold),
)

const RUNS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'αβγδεζηθικλμνξοπρστυφχψω', 'qwertyuiopasdfghjklzxcvbnm']

/** Reports whether a text repeats one part, or consists of neighbours on the keyboard or in the alphabet. */
function isMonotonous(text: string): boolean {
  const repeated = new Set(text).size < 4 || (text + text).indexOf(text, 1) < text.length / 2
  const backwards = Array.from(text).reverse().join('')
  return repeated || RUNS.some((run) => (run + run).includes(text) || (run + run).includes(backwards))
}

/**
 * Returns why a password may not be set for an account, or null. `names` are the e-mail and the names of the person and
 * the company.
 */
export function whyWeakPassword(password: string, names: readonly string[]): Refusal | null {
  const length = Array.from(password.normalize('NFC')).length
  if (length < LEAST_PASSWORD_CHARACTERS)
    return refusal('invalid', 'users.password-short', { characters: LEAST_PASSWORD_CHARACTERS })
  const plain = fold(password)
  if (COMMONEST.has(plain) || isMonotonous(plain)) return refusal('invalid', 'users.password-common')
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')
  const given = bare(plain)
  const own = names.flatMap((name) => [name, name.split('@')[0] ?? '']).map((name) => bare(fold(name)))
  // The part beside the name must be hard to guess by itself.
  const isOwn = own.some((name) => name.length >= 3 && given.includes(name) && given.replaceAll(name, '').length < 6)
  return isOwn ? refusal('invalid', 'users.password-own-name') : null
}
