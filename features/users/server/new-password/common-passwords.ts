/** The common passwords that nobody may set. Only the server has them, because the list is long. */
import { dictionary } from '@zxcvbn-ts/language-common'
import { fold } from '#kernel/fold.ts'
import { LEAST_PASSWORD_CHARACTERS } from '../../domain/password-length.ts'

/** Common passwords that the published list lacks: long forms of those in it, and Greek ones. */
const ALSO_COMMON = `
  0123456789 0987654321 9876543210 password12345 passw0rd123 p@ssw0rd123 p@ssword123 mypassword1 iloveyou1234
  letmein1234 welcome1234 admin12345 admin123456 administrator1 abcdefghij abcdefghijk abc1234567 abcd1234567
  123123123123 1111111111 0000000000 baseball123 princess123 sunshine123 monkey12345 dragon12345 master12345
  changeme123 changemenow default123 secret1234 test123456 test1234567 testtest123 testpassword temporary123
  unknown123 trustno1trustno1 whatever123 computer123 internet123 facebook123 google12345 jennifer123 jordan12345
  liverpool123 chelsea123 blink182blink asdf123456 asdfasdfasdf thisispassword correcthorsebatterystaple olympiakos
  olympiakos7 olympiacos panathinaikos panathinaikos13 aekaekaekaek paokpaokpaok paok4ever123 kalimera123 kalispera123
  sagapo12345 sagapopoly kodikos123 kodikos1234 ελλαδα1234 ελλαδα2004 κωδικος123 κωδικος1234 κωδικος12345 καλημερα123
  καλησπερα123 σαγαπω12345 σαγαπωπολυ ολυμπιακος παναθηναικος κερι123456 kerino12345 kerino123456`

/** The common passwords that are long enough to be set, folded. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [...dictionary['passwords-common'], ...ALSO_COMMON.trim().split(/\s+/)]
    .filter((password) => Array.from(password).length >= LEAST_PASSWORD_CHARACTERS)
    .map(fold),
)
