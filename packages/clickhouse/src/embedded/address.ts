export interface Address {
  host: string;
  port: number;
}
