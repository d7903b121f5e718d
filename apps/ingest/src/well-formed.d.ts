// Node has had these since version 20; the compiler's es2023 library lacks them.
interface String {
  isWellFormed(): boolean;
  toWellFormed(): string;
}
