/** Colours and measures: petrol and brass on cool paper; every pair of text and ground is AA. */
export const tokenStyles = `
:root {
  color-scheme: light dark;
  --paper: #eef2f1;
  --surface: #ffffff;
  --ink: #12211f;
  --muted: #4c5d5a;
  --line: #d3dcda;
  --control: #6f807c;
  --brand: #0c5049;
  --brand-hover: #083d38;
  --on-brand: #ffffff;
  --brand-soft: #e4f0ed;
  --panel: #0b423d;
  --on-panel: #f3faf8;
  --on-panel-muted: #b7d3cd;
  --panel-line: #2e625c;
  --brass: #c8994a;
  --focus: #b3701a;
  --good: #14663c;
  --good-soft: #e1f3e8;
  --bad: #9f2329;
  --bad-soft: #fbe9e9;
  --warn: #7a4a00;
  --warn-soft: #fbf0d9;
  --shadow: 0 1px 2px rgb(10 40 36 / 8%), 0 16px 40px -16px rgb(10 40 36 / 22%);
  --radius: 14px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0c1312;
    --surface: #151e1c;
    --ink: #e9f0ee;
    --muted: #a5b5b1;
    --line: #2c3936;
    --control: #82948f;
    --brand: #6fcdbd;
    --brand-hover: #93ddd0;
    --on-brand: #04211d;
    --brand-soft: #17302c;
    --panel: #0e322e;
    --on-panel: #eef7f5;
    --on-panel-muted: #a9c9c2;
    --panel-line: #2c5751;
    --focus: #e5b565;
    --good: #7fd9a5;
    --good-soft: #12301f;
    --bad: #ff9d99;
    --bad-soft: #3a1a1b;
    --warn: #efc06b;
    --warn-soft: #33260c;
    --shadow: 0 0 0 1px #24302d;
  }
}
`;
