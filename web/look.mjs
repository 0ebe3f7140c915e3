import { chromium } from "@playwright/test";
import { readFileSync } from "node:fs";
const base=/ready: (http:\/\/[^\s]+)/.exec(readFileSync("/tmp/w2/srv/log","utf8"))[1].replace(/\/$/,"");
export async function start(opts={}){
const b=await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--disable-gpu"]});
const c=await b.newContext({viewport:{width:opts.width??1440,height:opts.height??900},colorScheme:opts.dark?"dark":"light",reducedMotion:"reduce",locale:"en-US",timezoneId:"UTC"});
const p=await c.newPage();
p.on("console",m=>m.type()==="error"&&console.log("console:",m.text()));
p.on("pageerror",e=>console.log("pageerror",e.message));
const r=await fetch(base+"/users/login",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({email:opts.email??"admin@parlor.example",password:"parlor-demo-house"})});
const {token}=await r.json();
await p.goto(base+"/icon.svg");
const key=readFileSync("/work/wt/w2/web/e2e/support/enter.ts","utf8").match(/tokenKey = "([^"]+)"/)[1];
await p.evaluate(([k,v])=>localStorage.setItem(k,v),[key,token]);
return {b,c,p,base,token};
}
